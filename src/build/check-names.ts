import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { problemsOfNames } from './file-names.ts';

/**
 * Fails, naming each file, when a source file or test has an unknown role in its name. Checks the given files, or all.
 */
const cwd = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const all = () => globSync('{src,test}/**/*.{ts,tsx}', { cwd, exclude: ['**/node_modules'] }).toSorted();
const problems = problemsOfNames(given.length > 0 ? given : all());
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
