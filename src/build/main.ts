import { fileURLToPath } from 'node:url';
import { compile } from './compile.ts';

/**
 * Brings `dist` up to date with the sources of the server and its tests. Prints nothing when there is nothing to do.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const startedAt = performance.now();
const { compiled, removed } = await compile(root, (count) =>
  process.stdout.write(`Compiling ${count} changed files\n`),
);
if (compiled.length + removed.length > 0) {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`Compiled ${compiled.length}, removed ${removed.length} outdated, in ${seconds} s\n`);
}
