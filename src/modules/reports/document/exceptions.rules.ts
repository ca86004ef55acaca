import type { CommonContent } from '../content/content.type.js';
import type { ExceptionContent } from '../content/exception.type.js';
import type { Cell, ColumnKind, Section } from './document.js';
import { column, tableOf, type Shown } from './shared.rules.js';
import { counted } from './words.rules.js';

const EMPTY = 'No failing finding is accepted.';

/** Everything that is shown of an exception, by key; the width is that of a spreadsheet. */
const FIELDS = {
  control_ids: shown('Controls', 'code', 20, (each) => each.control_ids.join(', ')),
  check: shown('Check', 'text', 40, (each) => each.check),
  rule_id: shown('Rule', 'code', 40, (each) => each.rule_id),
  resource: shown('Resource', 'code', 44, (each) => each.resource),
  resources: shown('Resources covered', 'integer', 11, (each) => each.resources),
  reason: shown('Reason', 'text', 50, (each) => each.reason),
  compensating_measure: shown('Compensating measure', 'text', 50, (each) => each.compensating_measure),
  owner: shown('Owner', 'text', 22, (each) => each.owner),
  approved_by: shown('Approved by', 'text', 22, (each) => each.approved_by),
  approved_at: shown('Approved', 'moment', 20, (each) => new Date(each.approved_at)),
  expires_on: shown('Until', 'day', 12, (each) => new Date(each.expires_on)),
};
type Key = keyof typeof FIELDS;

const SHEET = (Object.keys(FIELDS) as Key[]).map((key) => field(key));
/** Paper has room for some of them, and less for each. */
const PAPER = [
  field('control_ids', 14),
  field('check', 30),
  field('resource', 28),
  field('reason', 34),
  field('approved_by', 14),
  field('expires_on'),
];

function shown(title: string, kind: ColumnKind, width: number, cellOf: (exception: ExceptionContent) => Cell) {
  return { title, kind, width, cellOf };
}

function field(key: Key, width = FIELDS[key].width): Shown<ExceptionContent> {
  const { title, kind, cellOf } = FIELDS[key];
  return [column(key, title, kind, width), cellOf];
}

/** The exceptions in force, which every report lists. */
export function exceptionSection({ exceptions }: CommonContent): Section {
  return {
    title: 'Exceptions',
    intro:
      exceptions.length === 0
        ? EMPTY
        : `${counted(exceptions.length, 'exception')} in force: the failing findings that they cover count like no result.`,
    blocks: [
      {
        kind: 'table',
        only: 'paper',
        table: tableOf({ title: 'Exceptions on paper', empty: EMPTY }, exceptions, PAPER),
      },
      { kind: 'table', only: 'sheet', table: tableOf({ title: 'Exceptions', empty: EMPTY }, exceptions, SHEET) },
    ],
  };
}

/** Number of exceptions in force by the id of the control. */
export function exceptionCounts({ control_status }: CommonContent): ReadonlyMap<string, number> {
  return new Map(control_status.map(({ control_id, exceptions }) => [control_id, exceptions]));
}
