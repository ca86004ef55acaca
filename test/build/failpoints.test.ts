import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Failpoint } from '../../src/platform/failpoints.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { TRAPPED } from '../chaos/faults.js';

const ROOT = dirname(SOURCE_ROOT);
// The build itself is not compiled: Node runs its source.
const { variantOf, withoutFailpoints } = (await import(
  join(ROOT, 'src/build/failpoints.ts')
)) as typeof import('../../src/build/failpoints.js');

const IMPORT = "import { failpoint } from '../../platform/failpoints.js';";
const CALL = "  await failpoint('mail.send.before', id);";

/** Paths of files below a folder of the repository, from its root. */
function filesIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => `${folder}/${name}`).filter((name) => /\.(js|ts)$/.test(name));
}
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Names in the calls of the sources, and in the table. */
// The build speaks of them, and has none.
const sources = filesIn('src').filter((path) => path.endsWith('.ts') && !/node_modules|^src\/build\//.test(path));
const called = sources.flatMap((path) =>
  [...textOf(path).matchAll(/await failpoint\('([a-z.]+)'/g)].map(([, name]) => name),
);
const [, table = ''] = /FAILPOINTS = \{(.*?)\n\} as const/s.exec(textOf('src/platform/failpoints.ts')) ?? [];
const declared = [...table.matchAll(/^ {2}'([a-z.]+)':/gm)].map(([, name]) => name);

describe('what production runs', () => {
  it('holds no failpoint, and not their module', () => {
    expect(called.length).toBeGreaterThan(10);
    expect(filesIn('dist/src').filter((path) => /failpoint/i.test(path + textOf(path)))).toEqual([]);
  });
});

describe('the failpoints', () => {
  it('are each declared, and each called in one place', () => {
    expect(called.toSorted()).toEqual(declared.toSorted());
    expect(new Set(called).size).toBe(called.length);
  });

  it('are each one at which a seed of the chaos run ends a process, but those of trackers, which no seed calls', () => {
    const untrapped = declared.filter((name) => !TRAPPED.has(name as Failpoint));
    expect(untrapped).toEqual(['ticket.create.before', 'ticket.create.after']);
  });

  it('are in a second output of every source that has one', () => {
    const having = sources.filter((path) => textOf(path).includes("await failpoint('"));
    const variants = having.map((path) => variantOf(`dist/${path.replace(/\.ts$/, '.js')}`));
    for (const path of variants) expect(textOf(path)).toContain('await failpoint(');
    expect(filesIn('dist/failpoints').toSorted()).toEqual(
      [...variants, 'dist/failpoints/src/platform/failpoints.js'].toSorted(),
    );
  });
});

describe('withoutFailpoints', () => {
  it('takes out import and calls and leaves every other line where it was', () => {
    const code = [IMPORT, 'const before = 1;', CALL, 'const after = 2;'].join('\n');
    expect(withoutFailpoints('src/x.ts', code)).toBe(['', 'const before = 1;', '', 'const after = 2;'].join('\n'));
  });

  it.each([
    ['in an expression', 'return failpoint(name, id);'],
    ['on a line with something else', "if (x) await failpoint('mail.send.before', id);"],
    ['over two lines', "await failpoint('mail.send.before',\n  id);"],
    ['under another name', "import { failpoint as x } from '../failpoints.js';"],
  ])('refuses one %s, naming the line', (_where, line) => {
    expect(() => withoutFailpoints('src/x.ts', `const a = 1;\n${line}`)).toThrow('src/x.ts:2');
  });

  it('leaves tests as they are, and makes nothing of the failpoints themselves', () => {
    expect(withoutFailpoints('test/x.ts', CALL)).toBe(CALL);
    expect(withoutFailpoints('src/platform/failpoints.ts', 'anything')).toBeNull();
  });
});
