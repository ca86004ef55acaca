import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { check, type Diagnostics } from 'recheck';
import { describe, expect, it } from 'vitest';
import type { BuiltPattern } from './built-patterns.js';

/** Limits of steps alone: on a busy machine those of time make anything look slow. */
const ANALYSIS = { timeout: 200_000, attackTimeout: null, incubationTimeout: null };
/** Where the lint notes what it has analysed. */
const NOTED = fileURLToPath(new URL('../../../.redos-cache.json', import.meta.url));
const PROGRAM = fileURLToPath(new URL('built-patterns.js', import.meta.url));

/** Modules whose patterns meet short texts alone. */
const OF_SHORT_TEXTS: Record<string, string> = {
  'modules/catalogue/catalogue-resolve.js':
    'identifiers of rules; longer ones are of no family: test/catalogue/openscap-rules',
};

/** The lint reads regular expressions that are written as such; these are those that it cannot see. */
describe('every regular expression that is built of pieces', () => {
  it('takes time that grows with its text, not faster', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { maxBuffer: 16_000_000 });
    const built = JSON.parse(stdout) as BuiltPattern[];
    const modules = new Set(built.map(({ module }) => module));
    expect([...modules]).toEqual(expect.arrayContaining(['connectors/redact.js', 'connectors/pem.rules.js']));
    const before = await readFile(NOTED, 'utf8');
    const noted = JSON.parse(before) as { results: Record<string, Diagnostics> };
    const slow: string[] = [];
    for (const { source, flags, module } of built.filter((each) => !(each.module in OF_SHORT_TEXTS))) {
      const { status } = (noted.results[`/${source}/${flags}`] ??= await check(source, flags, ANALYSIS));
      if (status !== 'safe') slow.push(`${module}: ${status}: /${source}/${flags}`);
    }
    const after = JSON.stringify(noted);
    if (after !== before) await writeFile(NOTED, after);
    expect(slow).toEqual([]);
  });
});
