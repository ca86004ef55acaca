import { Query, types, type Client } from 'pg';

/** Limits of an answer: of real servers some tenth. A server may answer any query with anything, and all of it is read on the thread of everybody. */
const COLUMNS_MAX = 50;
const ROWS_MAX = 50_000;
const VALUE_KIB_MAX = 256;

/**
 * Types that are parsed: boolean, integers, float8, JSON and text[]; any other is its text. The parsers of the driver for times take
 * time that grows with the square of the length.
 */
const PARSED: ReadonlySet<number> = new Set([
  types.builtins.BOOL,
  types.builtins.INT2,
  types.builtins.INT4,
  types.builtins.OID,
  types.builtins.FLOAT8,
  types.builtins.JSON,
  types.builtins.JSONB,
  // text[] and name[]
  1009,
  1003,
]);

/** An answer has more than is read, or something else than was asked for. The message is for the user. */
export class UnreadableAnswer extends Error {}

interface RowDescription {
  fields: unknown[];
}

/** What the driver calls for each message of an answer, which its types leave out. */
interface Handlers {
  handleRowDescription(message: RowDescription): void;
  handleDataRow(message: unknown): void;
}
type DriverQuery = new (
  config: { text: string; values: unknown[]; types: unknown },
  values: undefined,
  callback: (err: Error | null | undefined, result: unknown) => void,
) => Query & Handlers;

/** A query whose answer is judged while it comes: what is beyond the limits is not made rows of. */
class BoundedQuery extends (Query as unknown as DriverQuery) {
  /** With which the driver ends the query, and takes no more of its rows. */
  declare private _canceledDueToError: Error | false;
  private rowCount = 0;

  override handleRowDescription(message: RowDescription): void {
    if (message.fields.length > COLUMNS_MAX) this.refuse(`more than ${COLUMNS_MAX} columns`);
    else super.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.rowCount += 1;
    if (this.rowCount > ROWS_MAX) this.refuse(`more than ${ROWS_MAX.toLocaleString('en')} rows`);
    else super.handleDataRow(message);
  }

  private refuse(what: string): void {
    this._canceledDueToError ||= new UnreadableAnswer(`an answer of the server has ${what}`);
  }
}

const parserOf = types.getTypeParser as (oid: number) => (text: string) => unknown;

const TYPES = {
  getTypeParser: (oid: number) => {
    const parse = PARSED.has(oid) ? parserOf(oid) : (text: string) => text;
    return (text: string) => {
      if (text.length <= VALUE_KIB_MAX * 1024) return parse(text);
      throw new UnreadableAnswer(`an answer of the server has a value of more than ${VALUE_KIB_MAX} KiB`);
    };
  },
};

/**
 * Rows of a query, unvalidated.
 * @throws {UnreadableAnswer} beyond the limits; what the driver throws
 */
export function boundedRows(client: Client, text: string, values: unknown[]): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const done = (err: Error | null | undefined, result: unknown) => {
      if (err) reject(err);
      else resolve((result as { rows?: unknown[] }).rows ?? []);
    };
    client.query(new BoundedQuery({ text, values, types: TYPES }, undefined, done));
  });
}
