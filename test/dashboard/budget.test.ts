import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

/**
 * Limits of the scripts loaded before the first page, and for each page. Source: the design of the dashboard, our
 * choice.
 */
const MAIN_BYTES_MAX = 240 * 1_000;
const ROUTE_BYTES_MAX = 100 * 1_000;

interface Chunk {
  file: string;
  isEntry?: boolean;
  src?: string;
  imports?: string[];
}

const BUILT = join(SOURCE_ROOT, '../dist/dashboard/app');
const MANIFEST = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** A chunk with everything that it imports statically. */
function withImports(key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const each of MANIFEST[key]?.imports ?? []) withImports(each, found);
  return found;
}

/** Compressed size of scripts. Bytes. */
function bytesOf(keys: Iterable<string>): number {
  return [...keys].reduce((sum, key) => sum + gzipSync(readFileSync(join(BUILT, MANIFEST[key]?.file ?? ''))).length, 0);
}

const ENTRY = Object.keys(MANIFEST).find((key) => MANIFEST[key]?.isEntry) ?? '';
const MAIN = withImports(ENTRY);
const ROUTES = Object.keys(MANIFEST).filter((key) => /pages\/.+\.page\.tsx$/.test(MANIFEST[key]?.src ?? ''));

describe('the built dashboard', () => {
  it('loads at most 240 KB of scripts at its start, compressed', () => {
    expect(bytesOf(MAIN)).toBeLessThanOrEqual(MAIN_BYTES_MAX);
  });

  it('has a chunk for each page', () => {
    expect(ROUTES.length).toBeGreaterThan(15);
  });

  it.each(ROUTES)('adds at most 100 KB for %s, compressed', (route) => {
    const added = [...withImports(route)].filter((key) => !MAIN.has(key));
    expect(bytesOf(added)).toBeLessThanOrEqual(ROUTE_BYTES_MAX);
  });
});
