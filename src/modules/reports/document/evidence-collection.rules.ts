import type { CommonContent, EvidenceCollection, EvidenceCompleteness } from '../content/content.type.js';
import type { Cell, Column, ReportDocument, Section, Table } from './document.js';
import { exceptionSection, exceptionCounts } from './exceptions.rules.js';
import { column, CONTROL_COLUMNS, documentHead, evidenceBlocks } from './shared.rules.js';
import { counted, percentText } from './words.rules.js';

export function evidenceCollectionDocument(content: CommonContent, collection: EvidenceCollection): ReportDocument {
  return {
    ...documentHead(content),
    sections: [
      completenessSection(collection),
      gapSection(collection),
      {
        title: 'Evidence by control',
        intro:
          'Everything is counted. Scan results are in date for 30 days, uploads until they expire or for a year where they do not say.',
        blocks: [{ kind: 'table', table: controlTable(collection, exceptionCounts(content)) }],
      },
      {
        title: 'Artifacts',
        intro:
          'Of each control the three newest automatic artifacts and the twenty newest uploads. The addresses need a token.',
        blocks: evidenceBlocks(content.evidence_references, true),
      },
      exceptionSection(content),
    ],
    main: controlTable(collection, exceptionCounts(content)),
  };
}

function completenessSection(collection: EvidenceCollection): Section {
  const { completeness_percentage: percent, in_date, out_of_date, missing, total_controls, with_manual } = collection;
  return {
    title: 'Completeness',
    intro: `${counted(in_date, 'control')} of ${total_controls} can be shown with evidence that is in date: ${percentText(percent)}.`,
    blocks: [
      {
        kind: 'figures',
        figures: [
          { label: 'In date', value: String(in_date), note: 'controls', tone: 'good' },
          { label: 'Out of date', value: String(out_of_date), note: 'controls', tone: 'unknown' },
          { label: 'Missing', value: String(missing), note: 'controls', tone: 'bad' },
          { label: 'With uploads', value: String(with_manual), note: 'controls', tone: 'neutral' },
        ],
      },
      {
        kind: 'bars',
        title: 'Controls with evidence in date, by category',
        bars: collection.categories.map((each) => ({
          label: each.category,
          percent: each.completeness_percentage,
          note: `${each.in_date} of ${each.total_controls}`,
        })),
      },
      { kind: 'table', table: categoryTable(collection.categories), only: 'sheet' },
    ],
  };
}

function categoryTable(categories: readonly (EvidenceCompleteness & { category: string })[]): Table {
  const counts: [keyof EvidenceCompleteness, string][] = [
    ['total_controls', 'Controls'],
    ['in_date', 'In date'],
    ['out_of_date', 'Out of date'],
    ['missing', 'Missing'],
    ['automatic_only', 'Automatic only'],
    ['with_manual', 'With uploads'],
  ];
  return {
    title: 'Categories',
    columns: [
      column('category', 'Category', 'text', 40),
      ...counts.map(([key, title]): Column => column(key, title, 'integer', 12)),
      column('completeness_percentage', 'Complete', 'percent', 12),
    ],
    rows: categories.map((each): Cell[] => [
      each.category,
      ...counts.map(([key]) => each[key]),
      each.completeness_percentage,
    ]),
    empty: 'There are no categories.',
  };
}

function gapSection({ gaps }: EvidenceCollection): Section {
  return {
    title: 'Gaps',
    intro: `${counted(gaps.length, 'applicable control')} without evidence that is in date.`,
    blocks: [
      {
        kind: 'table',
        table: {
          title: 'Evidence gaps',
          columns: [
            ...CONTROL_COLUMNS,
            column('category', 'Category', 'text', 26),
            column('state', 'Evidence', 'state', 13),
            column('advice', 'What to do', 'text', 44),
          ],
          rows: gaps.map(({ control_id, title, category, state, advice }) => [
            control_id,
            title,
            category,
            state,
            advice,
          ]),
          empty: 'Every applicable control has evidence that is in date.',
        },
      },
    ],
  };
}

function controlTable({ controls }: EvidenceCollection, exceptions: ReadonlyMap<string, number>): Table {
  return {
    title: 'Evidence by control',
    columns: [
      ...CONTROL_COLUMNS,
      column('status', 'Status', 'status', 15),
      column('state', 'Evidence', 'state', 13),
      column('automatic', 'Automatic', 'integer', 11),
      column('manual', 'Manual', 'integer', 9),
      column('in_date', 'In date', 'integer', 9),
      column('newest_at', 'Newest', 'day', 12),
      column('age_days', 'Age in days', 'integer', 9),
      column('next_expiry', 'Next expiry', 'day', 12),
      column('exceptions', 'Exceptions', 'integer', 11),
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
    empty: 'The framework has no controls.',
  };
}
