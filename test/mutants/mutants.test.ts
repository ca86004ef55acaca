import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { MUTANTS } from './mutants.js';

const ROOT = dirname(SOURCE_ROOT);

describe('the mutants', () => {
  it('are sixty at least, and each is another', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(MUTANTS.map(({ file, find, replace }) => `${file} ${find} ${replace}`)).size).toBe(MUTANTS.length);
    for (const { what, find, replace } of MUTANTS) expect([what, find === replace]).toEqual([what, false]);
  });

  it('each find their text in the source, once', () => {
    const texts = new Map(MUTANTS.map(({ file }) => [file, readFileSync(join(ROOT, file), 'utf8')]));
    const wrong = MUTANTS.filter(({ file, find }) => (texts.get(file)?.split(find).length ?? 0) !== 2);
    expect(wrong.map(({ what, file }) => `${file}: ${what}`)).toEqual([]);
  });

  it('each name tests that exist', () => {
    const names = new Set(MUTANTS.flatMap(({ tests }) => tests));
    expect([...names].filter((name) => !existsSync(join(ROOT, `test/${name}.test.ts`)))).toEqual([]);
  });
});
