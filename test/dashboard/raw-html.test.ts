import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

/** Ways around React's own escaping, and code made of text. */
const RAW =
  /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcDoc/;
const FOLDER = join(SOURCE_ROOT, 'dashboard');

describe('the sources of the pages', () => {
  const files = globSync('{app,docs,graphiql,session}/**/*.{ts,tsx,html}', { cwd: FOLDER });

  it('show every text as text: none makes HTML or code of it', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => RAW.test(readFileSync(join(FOLDER, file), 'utf8')))).toEqual([]);
  });
});
