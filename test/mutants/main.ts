import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { compileSource as compile } from '../../src/build/compile.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import type { Mutant } from './mutant.js';
import { MUTANTS } from './mutants.js';

/**
 * `npm run mutants [-- --only TEXT]`: applies each mutant to a copy of what runs, and runs the tests that must notice it. Exits 1 where one
 * survives. TEXT is part of a file or of what a mutant takes away.
 */
const ROOT = dirname(SOURCE_ROOT);
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const { compileSource } = (await import(join(ROOT, 'src/build/compile.ts'))) as { compileSource: typeof compile };

const chosen = MUTANTS.filter(({ file, what }) => `${file} ${what}`.includes(values.only));
await mkdir(join(ROOT, '.data'), { recursive: true });
// Beside the packages, which are linked: processes of the service may read their own folder alone.
const copy = await mkdtemp(join(ROOT, '.data/mutants-'));
try {
  await makeCopy();
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  if (!(await passes(tests, 'inherit'))) throw new Error('the tests do not pass without a mutant');
  const survivors: Mutant[] = [];
  for (const mutant of chosen) {
    const isKilled = await kills(mutant);
    if (!isKilled) survivors.push(mutant);
    process.stdout.write(`${isKilled ? 'killed  ' : 'SURVIVED'}  ${mutant.file}: ${mutant.what}\n`);
  }
  process.stdout.write(
    `${chosen.length} mutants, ${chosen.length - survivors.length} killed, ${survivors.length} survived\n`,
  );
  process.exitCode = survivors.length > 0 ? 1 : 0;
} finally {
  await rm(copy, { recursive: true, force: true });
}

/** What runs, copied; everything else is the same. */
async function makeCopy(): Promise<void> {
  await cp(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true });
  await promisify(execFile)('cp', ['-RPl', join(ROOT, 'node_modules'), join(copy, 'node_modules')]);
  for (const name of ['src', 'schema', 'test', 'docs', 'package.json', 'vitest.config.ts', 'README.md'])
    await symlink(join(ROOT, name), join(copy, name));
}

async function kills({ file, find, replace, tests }: Mutant): Promise<boolean> {
  const output = join(copy, `dist/${file.replace(/\.ts$/, '.js')}`);
  const before = await readFile(output, 'utf8');
  const source = await readFile(join(ROOT, file), 'utf8');
  await writeFile(
    output,
    await compileSource(
      ROOT,
      file,
      source.replace(find, () => replace),
    ),
  );
  try {
    return !(await passes(tests));
  } finally {
    await writeFile(output, before);
  }
}

/** Whether all of these tests pass in the copy; ends at the first that does not. */
async function passes(tests: readonly string[], stdio: 'ignore' | 'inherit' = 'ignore'): Promise<boolean> {
  const files = tests.map((name) => `dist/test/${name}.test.js`);
  const args = ['run', '--bail=1', '--reporter=dot', '--project', 'unit', '--project', 'service', ...files];
  const child = spawn(join(copy, 'node_modules/.bin/vitest'), args, { cwd: copy, stdio });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
