import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asvsChapters } from './asvs.js';
import { ASVS_IDENTIFIERS } from './asvs-identifiers.js';
import { ROOT } from './markdown.js';

/** Number of requirements of levels 1 and 2 by chapter. Source: OWASP ASVS 5.0.0. */
const BY_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const TEST_FILE = /\.(test|browser|ssrf|s3|clamd|oscap)\.ts$/;

describe('the assessment against OWASP ASVS 5.0.0, levels 1 and 2', () => {
  const chapters = asvsChapters();
  const requirements = chapters.flatMap((chapter) => chapter.requirements);
  const met = requirements.flatMap((each) => (each.state === 'met' ? [each] : []));

  it('has every requirement once, in the order of the standard, with its level: 253', () => {
    expect(requirements.map(({ id, level }) => ({ id, level }))).toEqual(ASVS_IDENTIFIERS);
    expect(requirements).toHaveLength(253);
  });

  it('has as many requirements in each chapter as the standard, and none of another chapter', () => {
    expect(chapters.map(({ requirements: each }) => each.length)).toEqual(BY_CHAPTER);
    for (const { chapter, requirements: each } of chapters)
      expect(each.filter(({ id }) => !id.startsWith(`${String(chapter)}.`))).toEqual([]);
  });

  it('has a page for each chapter, and the gaps in SECURITY.md', () => {
    for (const { chapter } of chapters) {
      const page = readFileSync(join(ROOT, `docs/asvs/v${String(chapter).padStart(2, '0')}.md`), 'utf8');
      expect(page).toContain(`<!-- generated: asvs-${String(chapter)} -->`);
    }
    expect(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')).toContain('<!-- generated: asvs-gaps -->');
  });

  it('names files and folders that exist as what meets a requirement', () => {
    const missing = met.flatMap(({ id, by }) =>
      by.filter((path) => globSync(path, { cwd: ROOT }).length === 0).map((path) => `${id}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('names test files that exist, and names of tests that stand in them', () => {
    const wrong = met.flatMap(({ id, shownBy = [] }) =>
      shownBy.filter((each) => !isTest(each)).map((each) => `${id}: ${each}`),
    );
    expect(wrong).toEqual([]);
  });
});

function isTest(shownBy: string): boolean {
  const [file = '', name = ''] = shownBy.split(' › ');
  if (!TEST_FILE.test(file) || globSync(file, { cwd: ROOT }).length === 0) return false;
  return readFileSync(join(ROOT, file), 'utf8').includes(name);
}
