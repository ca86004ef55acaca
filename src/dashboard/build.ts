import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the pages into dist/dashboard, unless nothing they are made of is newer than the last build. */
const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newestSource(): number {
  const files = readdirSync(here, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const times = files.map((entry) => modifiedAt(join(entry.parentPath, entry.name)));
  return Math.max(...times, modifiedAt(join(root, 'package-lock.json')));
}

if (newestSource() > modifiedAt(join(root, 'dist/dashboard/index.html'))) {
  await build({ configFile: join(here, 'vite.config.ts'), logLevel: 'warn' });
}
