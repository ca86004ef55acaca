import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SOURCE_ROOT } from '../../../src/platform/source-root.js';

/** Root folder of the repository, to which paths of generated files are relative. */
export const ROOT = join(SOURCE_ROOT, '..');

/** Whether the tests of this folder run in `npm run schema`, and write the files that they otherwise compare. */
export const IS_UPDATE = process.env.UPDATE_SCHEMA !== undefined;

/** Expects a file of the repository to have the generated text; `npm run schema` writes it first. */
export function expectGenerated(path: string, text: string): void {
  if (IS_UPDATE) writeFileSync(join(ROOT, path), text);
  const stored = readFileSync(join(ROOT, path), 'utf8');
  expect({ path, text: stored }, `${path} is out of date: npm run schema`).toEqual({ path, text });
}
