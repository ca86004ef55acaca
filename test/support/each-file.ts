import 'reflect-metadata';
import { afterAll, beforeAll } from 'vitest';
import { expectReasons } from './across-tenants.js';
import { expectClosed, openHandles, type OpenHandles } from './open-handles.js';

let before: OpenHandles;

// The first hook before a file's own, and the last after them.
beforeAll(() => {
  before = openHandles();
});
afterAll(() => expectClosed(before));
afterAll(() => expectReasons());
