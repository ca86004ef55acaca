import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { z } from 'zod';
import { table } from './marked-blocks.js';
import { ROOT } from './markdown.js';

const Requirement = z.strictObject({
  id: z.string().regex(/^\d+\.\d+\.\d+$/),
  level: z.union([z.literal(1), z.literal(2)]),
  /** What it is about, in our words. */
  subject: z.string().max(80),
});

/** A test: `test/auth/mfa.test.ts › are accepted once each`, with or without a part of its source. */
const ShownBy = z.string().regex(/^test\/\S+( › .+)?$/);

const Met = Requirement.extend({
  state: z.literal('met'),
  /** Files that meet it. */
  by: z.array(z.string()).min(1),
  /** Tests that would fail without. */
  shownBy: z.array(ShownBy).min(1),
  note: z.string().optional(),
});
const MetBeside = Met.extend({
  /** Met where the operator does something, or by a document: no test shows it whole. */
  only: z.enum(['configuration', 'documentation']),
  shownBy: z.array(ShownBy).optional(),
});
const Open = Requirement.extend({ state: z.enum(['gap', 'not applicable']), reason: z.string() });

const Chapter = z.strictObject({
  chapter: z.number().int(),
  title: z.string(),
  requirements: z.array(z.union([Met, MetBeside, Open])),
});

/** A chapter of the standard with our assessment of each requirement. */
export type AsvsChapter = z.infer<typeof Chapter>;
type Assessed = AsvsChapter['requirements'][number];

/**
 * The assessment against OWASP ASVS 5.0.0, from `docs/asvs/*.yaml`.
 * @throws {Error} naming the file and every member that is wrong
 */
export function asvsChapters(): AsvsChapter[] {
  return globSync('docs/asvs/v*.yaml', { cwd: ROOT })
    .toSorted()
    .map((path) => {
      const parsed = Chapter.safeParse(load(readFileSync(join(ROOT, path), 'utf8')));
      if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
      return parsed.data;
    });
}

/** Generated blocks: a table for each chapter, the counts, and the gaps as a list. */
export function asvsBlocks(chapters: readonly AsvsChapter[]): Record<string, string> {
  const all = chapters.flatMap(({ requirements }) => requirements);
  return {
    ...Object.fromEntries(chapters.map((chapter) => [`asvs-${String(chapter.chapter)}`, chapterTable(chapter)])),
    'asvs-counts': countTable(chapters),
    'asvs-gaps': all.flatMap((each) => (each.state === 'gap' ? [gapLine(each)] : [])).join('\n'),
  };
}

function chapterTable({ requirements }: AsvsChapter): string {
  const rows = requirements.map((each) => [each.id, String(each.level), each.subject, stateOf(each), groundOf(each)]);
  return table(['requirement', 'level', 'subject', 'state', 'why'], rows, ['---', ':-:', '---', '---', '---']);
}

function stateOf(each: Assessed): string {
  if (each.state === 'gap') return '**gap**';
  return 'only' in each ? `met, by ${each.only} only` : each.state;
}

function groundOf(each: Assessed): string {
  if (each.state !== 'met') return each.reason;
  const shown = each.shownBy?.map(testText) ?? [];
  return [
    each.by.map((path) => `\`${path}\``).join(', '),
    ...(shown.length > 0 ? [`shown by ${shown.join('; ')}`] : []),
    ...(each.note === undefined ? [] : [each.note]),
  ].join('<br>');
}

function testText(shownBy: string): string {
  const [file = '', name] = shownBy.split(' › ');
  return `\`${file}\`${name === undefined ? '' : `: ${name.replaceAll('|', '\\|')}`}`;
}

function gapLine({ id, level, subject, reason }: Extract<Assessed, { reason: string }>): string {
  return `- **${id}** (level ${String(level)}, ${subject}): ${reason}`;
}

function countTable(chapters: readonly AsvsChapter[]): string {
  const counts = (requirements: readonly Assessed[]) =>
    [
      requirements.filter((each) => each.state === 'met' && !('only' in each)),
      requirements.filter((each) => each.state === 'met' && 'only' in each),
      requirements.filter(({ state }) => state === 'not applicable'),
      requirements.filter(({ state }) => state === 'gap'),
      requirements,
    ].map(({ length }) => String(length));
  const name = ({ chapter, title }: AsvsChapter) =>
    `[V${String(chapter)} ${title}](v${String(chapter).padStart(2, '0')}.md)`;
  const rows = chapters.map((each) => [name(each), ...counts(each.requirements)]);
  const sum = ['all', ...counts(chapters.flatMap(({ requirements }) => requirements))];
  const header = ['chapter', 'met', 'met by configuration or documentation only', 'not applicable', 'gap', 'all'];
  return table(header, [...rows, sum], ['---', ...header.slice(1).map(() => '---:')]);
}
