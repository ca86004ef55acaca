import type { CommonContent, EvidenceCollection, EvidenceCompleteness } from '../content/content.type.js';
import type { ReportWords } from '../report-words.rules.js';
import type { Cell, Column, Figure, ReportDocument, Section, Table } from './document.js';
import { exceptionSection, exceptionCounts } from './exceptions.rules.js';
import { documentHead } from './head.rules.js';
import { columnsIn, controlColumns, evidenceBlocks, type ColumnTitle } from './shared.rules.js';

/** Sections and sheets of an evidence collection. */
export function evidenceCollectionDocument(
  words: ReportWords,
  content: CommonContent,
  collection: EvidenceCollection,
): ReportDocument {
  const table = controlTable(words, collection, exceptionCounts(content));
  return {
    ...documentHead(words, content),
    sections: [
      completenessSection(words, collection),
      gapSection(words, collection),
      {
        title: words.section('evidence.byControl'),
        intro: words.section('evidence.byControlIntro'),
        blocks: [{ kind: 'table', table }],
      },
      {
        title: words.section('evidence.artifacts'),
        intro: words.section('evidence.artifactsIntro'),
        blocks: evidenceBlocks(words, content.evidence_references, true),
      },
      exceptionSection(words, content),
    ],
    main: table,
  };
}

function completenessSection(words: ReportWords, collection: EvidenceCollection): Section {
  const { completeness_percentage: percent, in_date, out_of_date, missing, total_controls, with_manual } = collection;
  const figure = (label: string, number: number, tone: Figure['tone']): Figure => ({
    ...{ label, number, value: words.integer(number), note: words.section('evidence.controls'), tone },
  });
  return {
    title: words.section('evidence.completeness'),
    intro: words.section('evidence.completenessIntro', {
      count: in_date,
      total: total_controls,
      share: words.percent(percent),
    }),
    blocks: [
      {
        kind: 'figures',
        figures: [
          figure(words.section('evidence.inDate'), in_date, 'good'),
          figure(words.section('evidence.outOfDate'), out_of_date, 'unknown'),
          figure(words.section('evidence.missing'), missing, 'bad'),
          figure(words.section('evidence.withUploads'), with_manual, 'neutral'),
        ],
      },
      {
        kind: 'bars',
        title: words.section('evidence.bars'),
        bars: collection.categories.map((each) => ({
          label: each.category,
          percent: each.completeness_percentage,
          note: words.section('evidence.barNote', { inDate: each.in_date, total: each.total_controls }),
        })),
      },
      { kind: 'table', table: categoryTable(words, collection.categories), only: 'sheet' },
    ],
  };
}

function categoryTable(
  words: ReportWords,
  categories: readonly (EvidenceCompleteness & { category: string })[],
): Table {
  const column = columnsIn(words);
  const counts: [keyof EvidenceCompleteness, ColumnTitle][] = [
    ['total_controls', 'controls'],
    ['in_date', 'inDate'],
    ['out_of_date', 'outOfDate'],
    ['missing', 'missing'],
    ['automatic_only', 'automaticOnly'],
    ['with_manual', 'withUploads'],
  ];
  return {
    title: words.column('sheet.categories'),
    columns: [
      column('category', 'category', 'text', 40),
      ...counts.map(([key, title]): Column => column(key, title, 'integer', 12)),
      column('completeness_percentage', 'complete', 'percent', 12),
    ],
    rows: categories.map((each): Cell[] => [
      each.category,
      ...counts.map(([key]) => each[key]),
      each.completeness_percentage,
    ]),
    empty: words.column('empty.categories'),
  };
}

function gapSection(words: ReportWords, { gaps }: EvidenceCollection): Section {
  const column = columnsIn(words);
  return {
    title: words.section('evidence.gaps'),
    intro: words.section('evidence.gapsIntro', { count: gaps.length }),
    blocks: [
      {
        kind: 'table',
        table: {
          title: words.column('sheet.evidenceGaps'),
          columns: [
            ...controlColumns(words),
            column('category', 'category', 'text', 26),
            column('state', 'evidence', 'state', 13),
            column('advice', 'whatToDo', 'text', 44),
          ],
          rows: gaps.map(({ control_id, title, category, state, advice }) => [
            control_id,
            title,
            category,
            state,
            advice,
          ]),
          empty: words.column('empty.evidenceGaps'),
        },
      },
    ],
  };
}

function controlTable(
  words: ReportWords,
  { controls }: EvidenceCollection,
  exceptions: ReadonlyMap<string, number>,
): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.evidenceByControl'),
    columns: [
      ...controlColumns(words),
      column('status', 'status', 'status', 15),
      column('state', 'evidence', 'state', 13),
      column('automatic', 'automatic', 'integer', 11),
      column('manual', 'manual', 'integer', 9),
      column('in_date', 'inDate', 'integer', 9),
      column('newest_at', 'newest', 'day', 12),
      column('age_days', 'ageDays', 'integer', 9),
      column('next_expiry', 'nextExpiry', 'day', 12),
      column('exceptions', 'exceptions', 'integer', 11),
    ],
    rows: controls.map((each) => [
      each.control_id,
      each.title,
      each.status,
      each.state,
      each.automatic,
      each.manual,
      each.in_date,
      each.newest_at === null ? null : new Date(each.newest_at),
      each.age_days,
      each.next_expiry === null ? null : new Date(each.next_expiry),
      exceptions.get(each.control_id) ?? 0,
    ]),
    empty: words.column('empty.controls'),
  };
}
