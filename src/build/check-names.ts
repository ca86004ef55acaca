import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOurs, problemsOfNames } from './file-names.ts';
import { bannedWordsOfName, bannedWordsOfText } from './plain-words.ts';

/**
 * Fails, naming each file, when a source file or test has an unknown role in its name, or a word in its name, comments or test titles
 * for which the project has a plainer one. Checks the given files, or all.
 */
const cwd = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const all = () => globSync('{src,test}/**/*.{ts,tsx}', { cwd, exclude: ['**/node_modules'] }).toSorted();
const files = given.length > 0 ? given : all();
const problems = [
  ...problemsOfNames(files),
  ...files.filter(isOurs).flatMap((file) => [...bannedWordsOfName(file), ...bannedWordsOfFile(file)]),
];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}

function bannedWordsOfFile(file: string): string[] {
  const path = resolve(cwd, file);
  return existsSync(path) ? bannedWordsOfText(file, readFileSync(path, 'utf8')) : [];
}
