import { describe, expect, it } from 'vitest';
import type { Example } from '../../../src/http/openapi/examples.js';
import { withStoredCounts } from './example-counts.js';

const example = (data: unknown): Example => ({ parameters: {}, status: 200, answer: { data } });
const stored = { 'GET /a': example({ title: 'A', score: 4.7, limit: 20, covers: [1, 3] }) };
const after = (data: unknown) => withStoredCounts(stored, { 'GET /a': example(data) })['GET /a'];

describe('examples to store', () => {
  it('keep an example of which counts alone have changed', () => {
    expect(after({ title: 'A', score: 2.7, limit: 20, covers: [1, 3] })).toEqual(stored['GET /a']);
  });

  it.each([
    ['a text', { title: 'B', score: 2.7, limit: 20, covers: [1, 3] }],
    ['a member', { title: 'A', score: 2.7, limit: 20, covers: [1, 3], added: null }],
    ['the type of a count', { title: 'A', score: null, limit: 20, covers: [1, 3] }],
    ['a chosen number', { title: 'A', score: 2.7, limit: 50, covers: [1, 3] }],
    ['a number of a list', { title: 'A', score: 2.7, limit: 20, covers: [2, 3] }],
  ])('have the whole recorded example where %s has changed', (_what, data) => {
    expect(after(data)).toEqual(example(data));
  });

  it('have those of added paths, and none of removed ones', () => {
    const added = { 'GET /b': example({}) };
    expect(withStoredCounts(stored, added)).toEqual(added);
  });
});
