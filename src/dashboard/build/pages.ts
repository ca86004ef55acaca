import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Every page is a bundle of its own: `/graphiql`, `/docs`, and the dashboard (`app`) at every other address. */
export const PAGES = ['app', 'graphiql', 'docs'] as const;
export type Page = (typeof PAGES)[number];

export const DASHBOARD = fileURLToPath(new URL('..', import.meta.url));
export const ROOT = join(DASHBOARD, '../..');
export const APP = join(DASHBOARD, 'app');
/** The types of operations come from it. */
export const SCHEMA_FILE = join(ROOT, 'schema/schema.graphql');
/** Fragments that operations of any file may spread. */
export const FRAGMENTS_FILE = join(APP, 'api/fragments.graphql');

/** What every page is built by and from; folders with all that is in them. */
const COMMON = ['build.ts', 'build', 'session', 'package.json', '../../package-lock.json'].map((name) =>
  join(DASHBOARD, name),
);

/** Directory of the built page; what the service serves. */
export function outputOf(page: Page): string {
  return join(ROOT, 'dist/dashboard', page);
}

/** Holds what the page in the same directory was built from. */
export function fingerprintFileOf(page: Page): string {
  return join(outputOf(page), '.fingerprint');
}

/** Documents with operations, each with the file that is generated from it. */
export function operationFiles(): { document: string; generated: string }[] {
  const documents = filesOf(APP).filter((file) => file.endsWith('.graphql') && file !== FRAGMENTS_FILE);
  return documents.map((document) => ({ document, generated: document.replace(/\.graphql$/, '.gql.ts') }));
}

/**
 * SHA-256 over names and contents of everything that the page is built from. Contents, not times: a checkout of another branch,
 * a deleted file and a restored cache are all noticed. Generated operations do not count, what they are generated from does.
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

/** Whether the last build of the page was made from this fingerprint and what is generated among its sources is there. */
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
