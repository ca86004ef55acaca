import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { problemsOfNames } from './file-names.ts';

/**
 * Fails, naming each file, where the name of a source file or a test has an unknown role. Checks the files that are given, or
 * all of them where none is.
 */
const cwd = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const all = () => globSync('{src,test}/**/*.{ts,tsx}', { cwd, exclude: ['**/node_modules'] }).toSorted();
const problems = problemsOfNames(given.length > 0 ? given : all());
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
