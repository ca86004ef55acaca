import type { CommonContent } from '../content/content.type.js';
import type { ExceptionContent } from '../content/exception.type.js';
import type { ReportWords } from '../report-words.rules.js';
import type { Cell, ColumnKind, Section } from './document.js';
import { columnsIn, tableOf, type ColumnTitle, type Shown } from './shared.rules.js';

/** Everything that is shown of an exception, by key; the width is that of a spreadsheet. */
const FIELDS = {
  control_ids: shown('controls', 'code', 20, (each) => each.control_ids.join(', ')),
  check: shown('check', 'text', 40, (each) => each.check),
  rule_id: shown('rule', 'code', 40, (each) => each.rule_id),
  resource: shown('resource', 'code', 44, (each) => each.resource),
  resources: shown('resourcesCovered', 'integer', 11, (each) => each.resources),
  reason: shown('reason', 'text', 50, (each) => each.reason),
  compensating_measure: shown('compensatingMeasure', 'text', 50, (each) => each.compensating_measure),
  owner: shown('owner', 'text', 22, (each) => each.owner),
  approved_by: shown('approvedBy', 'text', 22, (each) => each.approved_by),
  approved_at: shown('approved', 'moment', 20, (each) => new Date(each.approved_at)),
  expires_on: shown('until', 'day', 12, (each) => new Date(each.expires_on)),
};
type Key = keyof typeof FIELDS;

const SHEET: readonly [Key, number?][] = (Object.keys(FIELDS) as Key[]).map((key) => [key]);
/** Paper has room for some of them, and less for each. */
const PAPER: readonly [Key, number?][] = [
  ['control_ids', 14],
  ['check', 30],
  ['resource', 28],
  ['reason', 34],
  ['approved_by', 14],
  ['expires_on'],
];

function shown(title: ColumnTitle, kind: ColumnKind, width: number, cellOf: (exception: ExceptionContent) => Cell) {
  return { title, kind, width, cellOf };
}

function fields(words: ReportWords, keys: readonly [Key, number?][]): Shown<ExceptionContent>[] {
  const column = columnsIn(words);
  return keys.map(([key, width = FIELDS[key].width]) => {
    const { title, kind, cellOf } = FIELDS[key];
    return [column(key, title, kind, width), cellOf];
  });
}

/** The exceptions in force, which every report lists. */
export function exceptionSection(words: ReportWords, { exceptions }: CommonContent): Section {
  const about = { title: words.column('sheet.exceptions'), empty: words.column('empty.exceptions') };
  return {
    title: words.section('shared.exceptions'),
    intro: exceptions.length === 0 ? about.empty : words.section('shared.inForce', { count: exceptions.length }),
    blocks: [
      { kind: 'table', only: 'paper', table: tableOf(about, exceptions, fields(words, PAPER)) },
      { kind: 'table', only: 'sheet', table: tableOf(about, exceptions, fields(words, SHEET)) },
    ],
  };
}

/** Number of exceptions in force by the id of the control. */
export function exceptionCounts({ control_status }: CommonContent): ReadonlyMap<string, number> {
  return new Map(control_status.map(({ control_id, exceptions }) => [control_id, exceptions]));
}
