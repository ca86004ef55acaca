import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bundled pages: `/graphiql`, `/docs`, and the dashboard (`app`) at all other paths. */
export const PAGES = ['app', 'graphiql', 'docs'] as const;
export type Page = (typeof PAGES)[number];

export const DASHBOARD = fileURLToPath(new URL('..', import.meta.url));
export const ROOT = join(DASHBOARD, '../..');
export const APP = join(DASHBOARD, 'app');
/** Schema from which the types of operations are generated. */
export const SCHEMA_FILE = join(ROOT, 'schema/schema.graphql');
/** Fragments that operations of any file may spread. */
export const FRAGMENTS_FILE = join(APP, 'api/fragments.graphql');

/** Sources of every page; folders with all of their content. */
const COMMON = ['build.ts', 'build', 'session', 'package.json', '../../package-lock.json'].map((name) =>
  join(DASHBOARD, name),
);

/** Output folder of a page, which the service serves. */
export function outputOf(page: Page): string {
  return join(ROOT, 'dist/dashboard', page);
}

/** File with the fingerprint of the page in the same folder. */
export function fingerprintFileOf(page: Page): string {
  return join(outputOf(page), '.fingerprint');
}

/** Documents with operations, each with its generated file. */
export function operationFiles(): { document: string; generated: string }[] {
  const documents = filesOf(APP).filter((file) => file.endsWith('.graphql') && file !== FRAGMENTS_FILE);
  return documents.map((document) => ({ document, generated: document.replace(/\.graphql$/, '.gql.ts') }));
}

/**
 * SHA-256 over names and contents of all sources of a page. Contents, not times, so that a changed branch, a deleted
 * file and a restored cache are noticed. Includes the sources of generated operations, not the generated files.
 */
export function fingerprintOf(page: Page): string {
  const places = [...COMMON, join(DASHBOARD, page), ...(page === 'app' ? [SCHEMA_FILE] : [])];
  const files = places.flatMap(filesOf).filter((file) => !file.endsWith('.gql.ts'));
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Whether the last build of the page had this fingerprint and its generated sources exist. */
export function isUpToDate(page: Page, fingerprint: string): boolean {
  const file = fingerprintFileOf(page);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== fingerprint) return false;
  return page !== 'app' || operationFiles().every(({ generated }) => existsSync(generated));
}

/** All files below a directory; a file itself. */
function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
