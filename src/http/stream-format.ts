import type { Context } from 'koa';
import type { RestRow, TableColumns } from '../feature/rest-row.js';
import { AppError } from '../platform/errors.js';
import { csvText } from '../platform/spreadsheet-cell.rules.js';
import { isBare, successBody } from './envelope.js';

/** How the items of a list are written, one after the other. */
export interface StreamFormat {
  /** Value of `Content-Type`. */
  type: string;
  head: string;
  /** Between two items. */
  separator: string;
  tail: string;
  textOf: (item: unknown) => string;
}

/** Media types of a table as a stream. Source: RFC 4180, and the custom of newline-delimited JSON. */
export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';
const JSON_TYPE = 'application/json';

/** A JSON array, in its envelope unless the client wants none. */
export function jsonFormat(ctx: Context): StreamFormat {
  const [head = '', tail = ''] = isBare(ctx) ? ['[', ']'] : envelopeAround(successBody(ctx, [], null));
  return { type: JSON_TYPE, head, separator: ',', tail, textOf: (item) => JSON.stringify(item) };
}

/**
 * The format in which a client wants all of a list that is a table, by `Accept`; null for a page in JSON, and for every other row.
 * @throws {AppError} VALIDATION_FAILED for a stream with a limit, an offset or a cursor: it has every item
 */
export function tableFormat(ctx: Context, { table }: RestRow): StreamFormat | null {
  if (!table) return null;
  const type = ctx.accepts(JSON_TYPE, NDJSON, CSV);
  if (type !== NDJSON && type !== CSV) return null;
  const given = ['limit', 'offset', 'cursor'].filter((name) => name in ctx.query);
  if (given.length > 0) {
    const details = given.map((name) => ({ field: `/${name}`, message: `is not for ${type}, which has every item` }));
    throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details });
  }
  if (type === CSV) return csvFormat(table);
  return { type, head: '', separator: '', tail: '', textOf: (item) => `${JSON.stringify(item)}\n` };
}

function csvFormat(table: TableColumns): StreamFormat {
  const paths = Object.values(table).map((path) => path.split('.'));
  return {
    type: `${CSV}; charset=utf-8; header=present`,
    head: `${Object.keys(table).join(',')}\r\n`,
    separator: '',
    tail: '',
    textOf: (item) => `${paths.map((path) => cellOf(valueAt(item, path))).join(',')}\r\n`,
  };
}

function valueAt(item: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((parent, name) => (parent as Record<string, unknown> | null)?.[name] ?? null, item);
}

/** Null is an empty cell; a number or a truth value cannot be a formula. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : csvText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Text of an empty list's envelope before and after its items. */
function envelopeAround(envelope: unknown): string[] {
  const text = JSON.stringify(envelope);
  const at = text.indexOf('[]') + 1;
  return [text.slice(0, at), text.slice(at)];
}
