import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

export const ROOT = join(SOURCE_ROOT, '..');

/** A document of the repository. */
export interface Markdown {
  /** Path from the root: `docs/glossary.md`. */
  path: string;
  /** Absolute path. */
  file: string;
  text: string;
}

/** All documents of the repository, without those of dependencies and content. */
export function markdownFiles(): Markdown[] {
  const paths = [...globSync('*.md', { cwd: ROOT }), ...globSync('{docs,schema,src,test}/**/*.md', { cwd: ROOT })];
  return paths
    .filter((path) => !path.includes('node_modules'))
    .toSorted()
    .map((path) => ({ path, file: join(ROOT, path), text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Anchors of the headings, as GitHub derives them: `Life of a scan` has `life-of-a-scan`. */
export function anchorsOf(text: string): string[] {
  return headingsOf(text).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** First cells of the rows of each table, without its head. */
export function tablesIn(text: string): string[][] {
  const tables = withoutCode(text).matchAll(/(?:^\|.*\n?)+/gm);
  return [...tables].map(([table]) => [...table.matchAll(/^\|(.*?)\|/gm)].slice(2).map(([, cell = '']) => cell.trim()));
}

/** Texts of the headings. */
export function headingsOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading.replaceAll('`', '').trim(),
  );
}

/** Targets of links and pictures, also of `<img>`: `../README.md#errors`. Bare URLs are omitted. */
export function linksOf(text: string): string[] {
  const found = withoutCode(text).matchAll(/\]\(([^)\s]+)\)|<img [^>]*\bsrc="([^"]+)"/g);
  return [...found].map(([, link = '', picture = '']) => link || picture);
}

/**
 * Paths in backticks of files or folders of the repository, without placeholders: `src/platform/quota.ts`,
 * `test/access`.
 */
export function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:\.ci|deploy|docs|schema|src|test)\/[^`\s]*)`/g)]
    .map(([, path = '']) => path.replace(/[:#].*$/, ''))
    .filter((path) => !/[…<{]/.test(path));
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '');
}
