import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { generateOperations } from './codegen.ts';
import { PAGES, pageConfig, type Page } from './vite.config.ts';

/** Builds each page into dist/dashboard, unless nothing it is made of is newer than its last build. */
const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The newest of the page's own files, of those that it shares with others, and of the libraries. */
function newestSource(page: Page): number {
  const own = readdirSync(join(here, page), { recursive: true, withFileTypes: true });
  const shared = readdirSync(join(here, 'session'), { withFileTypes: true });
  const files = [...own, ...shared].filter((entry) => entry.isFile());
  const times = files.map((entry) => modifiedAt(join(entry.parentPath, entry.name)));
  return Math.max(...times, modifiedAt(join(here, 'vite.config.ts')), modifiedAt(join(root, 'package-lock.json')));
}

await generateOperations(join(here, 'app'), join(root, 'schema/schema.graphql'));
for (const page of PAGES) {
  if (newestSource(page) > modifiedAt(join(root, `dist/dashboard/${page}/index.html`))) {
    await build({ ...pageConfig(page), configFile: false, logLevel: 'warn' });
  }
}
