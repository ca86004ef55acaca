import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hitsOf, type Advisory, type Hit, type Installed } from './advisories.ts';

/**
 * Compares the lock file with a snapshot of OSV advisories: `npm run advisories -- DIRECTORY [LOCK_FILE]`, without network. The
 * directory has files of JSON, as npm/all.zip of https://osv-vulnerabilities.storage.googleapis.com unpacks. Prints what concerns an
 * installed package, and fails where one is not repaired in the time that SECURITY.md gives.
 */
const [directory, lockFile = new URL('../../package-lock.json', import.meta.url)] = process.argv.slice(2);
if (directory === undefined) throw new Error('the directory of a snapshot of OSV is missing');
const files = globSync('**/*.json', { cwd: directory }).toSorted();
if (files.length === 0) throw new Error(`${directory} has no advisory: no file ends in .json`);
const installed = packagesOf(JSON.parse(readFileSync(lockFile, 'utf8')) as LockFile);
const now = new Date();
const hits = files.flatMap((file) =>
  hitsOf(JSON.parse(readFileSync(join(directory, file), 'utf8')) as Advisory, installed, now),
);
for (const hit of hits) process.stdout.write(`${lineOf(hit)}\n`);
const overdue = hits.filter(({ isOverdue }) => isOverdue).length;
process.stdout.write(
  `${files.length} advisories, ${installed.length} packages: ${hits.length} found, ${overdue} overdue\n`,
);
process.exitCode = overdue > 0 ? 1 : 0;

interface LockFile {
  packages: Record<string, { name?: string; version?: string; link?: boolean }>;
}

/** Every package once for each version. */
function packagesOf({ packages }: LockFile): Installed[] {
  const found = new Map<string, Installed>();
  for (const [path, { name: given, version, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link === true || version === undefined) continue;
    const name = given ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${version}`, { name, version });
  }
  return [...found.values()];
}

function lineOf({ name, version, id, severity, days, isOverdue, summary }: Hit): string {
  const age = Number.isNaN(days) ? 'published on an unknown day' : `published ${days} days ago`;
  return `${name}@${version}: ${id}, ${severity}, ${age}${isOverdue ? ', overdue' : ''}: ${summary}`;
}
