import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, headingsOf, linksOf, markdownFiles, pathsIn, ROOT, tablesIn } from './markdown.js';

const CONTRACT_LINES_MAX = 200;

describe('documents', () => {
  const files = markdownFiles();

  it('link to files and headings that exist', () => {
    const broken = files.flatMap(({ path, file, text }) =>
      linksOf(text)
        .filter((target) => !/^[a-z]+:/.test(target) && !isReachable(file, target))
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('name files and folders that exist', () => {
    const missing = files.flatMap(({ path, text }) =>
      pathsIn(text)
        .filter((named) => globSync(named, { cwd: ROOT }).length === 0)
        .map((named) => `${path}: ${named}`),
    );
    expect(missing).toEqual([]);
  });

  it('have one row for each thing that a table is about', () => {
    // Of decision records a table may have several reasons for one thing.
    const current = files.filter(({ path }) => !path.startsWith('docs/adr/'));
    const repeated = current.flatMap(({ path, text }) =>
      tablesIn(text).flatMap((subjects) =>
        subjects
          .filter((each, index) => each !== '' && subjects.indexOf(each) !== index)
          .map((each) => `${path}: ${each}`),
      ),
    );
    expect(repeated).toEqual([]);
  });

  it('have at most 200 lines in each page of the contract, the generated ones among them', () => {
    const pages = files.filter(({ path }) => path.startsWith('schema/'));
    const long = pages.filter(({ text }) => text.split('\n').length - 1 > CONTRACT_LINES_MAX);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('list every page of the contract and every decision record in their index', () => {
    const unlisted = (index: string, folder: string) => {
      const listed = linksOf(readFileSync(join(ROOT, index), 'utf8')).map((target) =>
        resolve(ROOT, dirname(index), target),
      );
      const pages = files.filter(({ path }) => path.startsWith(folder) && path !== index);
      return pages.filter(({ file }) => !listed.includes(file)).map(({ path }) => path);
    };
    expect(unlisted('schema/README.md', 'schema/contract/')).toEqual([]);
    expect(unlisted('docs/adr/README.md', 'docs/adr/')).toEqual([]);
  });
});

describe('docstrings', () => {
  it('link to documents and headings that exist', () => {
    const sources = globSync('{src,test,schema}/**/*.{ts,tsx,yaml}', { cwd: ROOT }).filter(
      (path) => !path.includes('node_modules'),
    );
    const broken = sources.flatMap((path) =>
      pointersOf(readFileSync(join(ROOT, path), 'utf8'))
        .filter(({ page, heading }) => !existsSync(join(ROOT, page)) || !hasHeading(page, heading))
        .map(({ page, heading }) => `${path}: ${page}${heading === null ? '' : `, "${heading}"`}`),
    );
    expect(broken).toEqual([]);
  });
});

function isReachable(from: string, target: string): boolean {
  const [path = '', anchor = ''] = target.split('#');
  const file = path === '' ? from : resolve(dirname(from), path);
  if (!existsSync(file)) return false;
  return anchor === '' || anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
}

/** What a docstring names as its source: `schema/contract/status.md, "Score"`. */
function pointersOf(source: string): { page: string; heading: string | null }[] {
  const pointers = source.matchAll(
    /\b((?:docs|schema|src)\/(?:[a-z0-9-]+\/)*(?:README|[a-z0-9-]+)\.md|README\.md|CONTRIBUTING\.md)(?:,\s+(?:\*\s+)?"([^"]+)")?/g,
  );
  return [...pointers]
    .map(([, page = '', heading = null]) => ({ page, heading }))
    .filter(({ page, heading }) => page.includes('/') || heading !== null);
}

function hasHeading(page: string, heading: string | null): boolean {
  return heading === null || headingsOf(readFileSync(join(ROOT, page), 'utf8')).includes(heading);
}
