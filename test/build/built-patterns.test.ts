import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import type { BuiltPattern } from './built-patterns.js';

const TIMEOUT_MS = 20_000;
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
    const slow: string[] = [];
    for (const { source, flags, module } of built) {
      const { status } = await check(source, flags, { timeout: TIMEOUT_MS });
      if (status !== 'safe' && !(module in OF_SHORT_TEXTS)) slow.push(`${module}: ${status}: /${source}/${flags}`);
    }
    expect(slow).toEqual([]);
  });
});
