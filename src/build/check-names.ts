import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOurs, problemsOfNames } from './file-names.ts';
import { bannedWordsOfName, bannedWordsOfProse, bannedWordsOfText } from './plain-words.ts';

/**
 * Fails, naming each file, when a source file or test has an unknown role in its name, or a word in its name, comments, test titles or
 * published texts for which the project has a plainer one; documents and the texts of resource types, too. Checks the given files, or all.
 */
const cwd = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const ALL = [
  ...['{src,test}/**/*.{ts,tsx}', '{docs,schema/contract}/**/*.md', '{README,SECURITY}.md'],
  ...['src/content/resources/**/*.yaml', 'schema/events/*.json'],
];
const all = () => globSync(ALL, { cwd, exclude: ['**/node_modules'] }).toSorted();
const files = given.length > 0 ? given : all();
const isProse = (file: string) => /\.(md|yaml|json)$/.test(file);
const sources = files.filter((file) => !isProse(file));
const problems = [
  ...problemsOfNames(sources),
  ...sources.filter(isOurs).flatMap((file) => [...bannedWordsOfName(file), ...bannedWordsOfFile(file)]),
  ...files.filter(isProse).flatMap((file) => bannedWordsOfFile(file)),
];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}

function bannedWordsOfFile(file: string): string[] {
  const path = resolve(cwd, file);
  const bannedWordsOf = isProse(file) ? bannedWordsOfProse : bannedWordsOfText;
  return existsSync(path) ? bannedWordsOf(file, readFileSync(path, 'utf8')) : [];
}
