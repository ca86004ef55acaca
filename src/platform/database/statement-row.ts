/**
 * TypeScript type of each PostgreSQL type that a statement may declare, as `pg` reads it. For JSON and lists of known
 * words see `json` and `text`.
 */
interface Values {
  bool: boolean;
  bytea: Buffer;
  date: Date;
  float8: number;
  int2: number;
  int4: number;
  /** Text: its range is larger than that of a number. */
  int8: string;
  numeric: string;
  oid: number;
  text: string;
  timestamptz: Date;
  uuid: string;
}

type Plain = keyof Values | `${keyof Values}[]`;

/**
 * PostgreSQL type of a column (`uuid`, `text[]`), with a mark: `?` may be null; `!` is never null in this statement
 * although its table allows it. Without a mark it is never null.
 */
type PlainColumn = Plain | `${Plain}?` | `${Plain}!`;

/** A column with a more exact type than PostgreSQL has. */
interface RefinedColumn<T> {
  /** PostgreSQL type, as in `PlainColumn`. */
  readonly type: string;
  /** Carries the type only; absent at run time. */
  readonly value?: T;
}

/** Columns of a statement's result, by name. */
export type Columns = Readonly<Record<string, PlainColumn | RefinedColumn<unknown>>>;

/** The type of a row with these columns. */
export type RowOf<Row extends Columns> = { -readonly [Name in keyof Row]: ValueOf<Row[Name]> };

type ValueOf<Column> =
  Column extends RefinedColumn<infer T>
    ? T
    : Column extends `${infer Type}?`
      ? PlainValue<Type> | null
      : Column extends `${infer Type}!`
        ? PlainValue<Type>
        : PlainValue<Column>;

type PlainValue<Type> = Type extends keyof Values
  ? Values[Type]
  : Type extends `${infer Element extends keyof Values}[]`
    ? Values[Element][]
    : never;

/**
 * A JSON column whose value is a `T`. PostgreSQL cannot confirm that: the code that writes the column or builds the
 * value must.
 */
export function json<T>(type?: 'jsonb' | 'jsonb!' | 'json' | 'json!'): RefinedColumn<T>;
export function json<T>(type: 'jsonb?' | 'json?'): RefinedColumn<T | null>;
export function json(type = 'jsonb'): RefinedColumn<unknown> {
  return { type };
}

/**
 * A text column with a list of known words, such as a status. The CHECK of its table or the statement must ensure the
 * list.
 */
export function text<T extends string>(type?: 'text' | 'text!'): RefinedColumn<T>;
export function text<T extends string>(type: 'text?'): RefinedColumn<T | null>;
export function text<T extends string>(type: 'text[]'): RefinedColumn<T[]>;
export function text(type = 'text'): RefinedColumn<unknown> {
  return { type };
}
