import type { reportColumns } from '../../../messages/en/report-columns.js';
import type { AffectedResource } from '../report-facts.js';
import type { CategoryCounts, ControlDetail, EvidenceReference, RemediationStep } from '../content/content.type.js';
import type { ReportWords, TermGroup } from '../report-words.rules.js';
import type { Bar, Block, Cell, Column, Section, Table, Task } from './document.js';

/** A title of a column, as the messages name it. */
export type ColumnTitle = keyof (typeof reportColumns)['column'];

/** Makes columns with titles in a language. */
export function columnsIn(words: ReportWords) {
  return (key: string, title: ColumnTitle, kind: Column['kind'], width: number, terms?: TermGroup): Column => ({
    ...{ key, title: words.column(`column.${title}`), kind, width },
    ...(terms === undefined ? {} : { terms }),
  });
}

/** A column with what it shows of a row. */
export type Shown<Row> = readonly [Column, (row: Row) => Cell];

/** A table whose columns stand beside what they show. */
export function tableOf<Row>(
  { title, empty }: Pick<Table, 'title' | 'empty'>,
  rows: readonly Row[],
  shown: readonly Shown<Row>[],
): Table {
  return {
    title,
    columns: shown.map(([each]) => each),
    rows: rows.map((row) => shown.map(([, cellOf]) => cellOf(row))),
    empty,
  };
}

/** Identifier and title of a control. */
export function controlColumns(words: ReportWords): [Column, Column] {
  const column = columnsIn(words);
  return [column('control_id', 'control', 'code', 13), column('title', 'title', 'text', 36)];
}

/** Code of a yes or no. */
export function yesNo(value: boolean): 'yes' | 'no' {
  return value ? 'yes' : 'no';
}

/** Scores of categories as bars, and as a table for spreadsheets. */
export function categorySection(
  words: ReportWords,
  { title, intro }: Pick<Section, 'title' | 'intro'>,
  categories: readonly CategoryCounts[],
): Section {
  const bars = categories.map((each) => categoryBar(words, each));
  return {
    title,
    intro,
    blocks: [
      { kind: 'bars', title: words.section('shared.barTitle'), bars },
      { kind: 'table', table: categoryTable(words, categories), only: 'sheet' },
    ],
  };
}

/** The score of a category as a bar. */
export function categoryBar(words: ReportWords, { category, score, ...counts }: CategoryCounts): Bar {
  const { passed_controls: passed, assured_controls: assured, total_controls: total } = counts;
  return { label: category, percent: score, note: words.section('shared.barNote', { passed, total, assured }) };
}

/** Table of the categories of a framework with the numbers of their controls by status. */
export function categoryTable(
  words: ReportWords,
  categories: readonly CategoryCounts[],
  title = words.column('sheet.categories'),
): Table {
  const column = columnsIn(words);
  return {
    title,
    columns: [
      column('category', 'category', 'text', 40),
      column('total_controls', 'controls', 'integer', 10),
      column('passed_controls', 'passed', 'integer', 10),
      column('assured_controls', 'shownInFull', 'integer', 10),
      column('failed_controls', 'failed', 'integer', 10),
      column('not_assessed_controls', 'notAssessed', 'integer', 12),
      column('not_applicable_controls', 'notApplicable', 'integer', 13),
      column('assured_score', 'assuredScore', 'percent', 10),
      column('score', 'score', 'percent', 10),
    ],
    rows: categories.map((each) => [
      each.category,
      each.total_controls,
      each.passed_controls,
      each.assured_controls,
      each.failed_controls,
      each.not_assessed_controls,
      each.not_applicable_controls,
      each.assured_score,
      each.score,
    ]),
    empty: words.column('empty.categories'),
  };
}

/** Remediation of a failed control. */
export function taskOf(words: ReportWords, step: Omit<RemediationStep, 'references'>): Task {
  return {
    title: `${step.rank}. ${step.control_id} ${step.title}`,
    facts: [
      [words.section('shared.severity'), words.nameOf(step.severity)],
      [words.section('shared.effort'), words.wordOf('effort', step.effort)],
      [words.section('shared.priority'), words.integer(step.priority)],
    ],
    text: [step.summary],
    steps: step.steps,
  };
}

/** Table with one row per remediation step of every failed control. */
export function remediationTable(words: ReportWords, steps: readonly RemediationStep[]): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.remediation'),
    columns: [
      column('rank', 'rank', 'integer', 7),
      ...controlColumns(words),
      column('severity', 'severity', 'severity', 13),
      column('effort', 'effort', 'text', 11, 'effort'),
      column('step', 'step', 'integer', 7),
      column('step_title', 'what', 'text', 34),
      column('instruction', 'how', 'text', 60),
      column('command', 'command', 'code', 50),
    ],
    rows: steps.flatMap((each) =>
      each.steps.map(({ order, title, instruction, command }) => [
        each.rank,
        each.control_id,
        each.title,
        each.severity,
        each.effort,
        order,
        title,
        instruction,
        command,
      ]),
    ),
    empty: words.column('empty.remediation'),
  };
}

/** Table of the artifacts that the report refers to; without hashes and URLs on paper. */
export function evidenceBlocks(
  words: ReportWords,
  references: readonly EvidenceReference[],
  isOnPaper: boolean,
): Block[] {
  const column = columnsIn(words);
  const columns = [
    column('control_ids', 'controls', 'code', 16),
    column('evidence_title', 'artifact', 'text', 40),
    column('type', 'type', 'state', 13),
    column('collected_at', 'collected', 'moment', 21),
    column('expires_at', 'expires', 'day', 13),
    column('in_date', 'inDate', 'text', 9, 'answer'),
  ];
  const rows = references.map((each): Cell[] => [
    each.control_ids.join(', '),
    titleOf(words, each),
    each.type,
    new Date(each.collected_at),
    each.expires_at === null ? null : new Date(each.expires_at),
    yesNo(each.in_date),
  ]);
  const about = { title: words.column('sheet.evidence'), empty: words.column('empty.evidence') };
  const sheet: Table = {
    ...about,
    columns: [
      ...columns,
      column('file_name', 'file', 'text', 30),
      column('size', 'bytes', 'integer', 12),
      column('sha256', 'sha256', 'code', 66),
      column('href', 'address', 'link', 60),
    ],
    rows: references.map(({ file_name, size, sha256, href }, index) => [
      ...(rows[index] ?? []),
      file_name,
      size,
      sha256,
      href,
    ]),
  };
  const paper: Table = { ...about, columns, rows };
  return [
    ...(isOnPaper ? [{ kind: 'table' as const, table: paper, only: 'paper' as const }] : []),
    { kind: 'table', table: sheet, only: 'sheet' },
  ];
}

/** Title of an artifact, with why it was withdrawn. */
function titleOf(words: ReportWords, { title, withdrawn }: EvidenceReference): string {
  if (withdrawn === null) return title;
  return words.text('withdrawn', { title, reason: words.reasonOf(withdrawn.reason_code) });
}

/** Table of failing resources, a few per control. */
export function resourceTable(
  words: ReportWords,
  controls: readonly (Pick<ControlDetail, 'control_id'> & { affected_resources: AffectedResource[] })[],
): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.resources'),
    columns: [
      column('control_id', 'control', 'code', 13),
      column('check', 'check', 'text', 40),
      column('resource_id', 'resource', 'code', 44),
      column('resource_type', 'type', 'text', 18),
      column('region', 'region', 'text', 13),
      column('account', 'account', 'code', 16),
      column('summary', 'found', 'text', 60),
    ],
    rows: controls.flatMap(({ control_id, affected_resources }) =>
      affected_resources.map(({ id, name, type, region, account, check, summary }) => [
        control_id,
        check,
        id === '' ? (name ?? '') : id,
        type,
        region,
        account,
        summary,
      ]),
    ),
    empty: words.column('empty.resources'),
  };
}
