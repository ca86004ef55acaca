/** How `pg` reads each PostgreSQL type that a statement may declare. JSON and lists of known words: see `json` and `text`. */
interface Values {
  bool: boolean;
  bytea: Buffer;
  date: Date;
  float8: number;
  int2: number;
  int4: number;
  /** A text: its range is larger than that of a number. */
  int8: string;
  numeric: string;
  oid: number;
  text: string;
  timestamptz: Date;
  uuid: string;
}

type Plain = keyof Values | `${keyof Values}[]`;

/**
 * A column as PostgreSQL names its type (`uuid`, `text[]`), with a mark: `?` may be null; `!` is never null in this statement
 * although its table allows it. Without a mark it is never null.
 */
type PlainColumn = Plain | `${Plain}?` | `${Plain}!`;

/** A column whose values the application knows more exactly than PostgreSQL does. */
interface RefinedColumn<T> {
  /** As in `PlainColumn`. */
  readonly type: string;
  /** Holds the type; nothing is there at run time. */
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

/** A JSON column whose value is a `T`. PostgreSQL cannot confirm that: whoever writes the column or builds the value answers for it. */
export function json<T>(type?: 'jsonb' | 'jsonb!' | 'json' | 'json!'): RefinedColumn<T>;
export function json<T>(type: 'jsonb?' | 'json?'): RefinedColumn<T | null>;
export function json(type = 'jsonb'): RefinedColumn<unknown> {
  return { type };
}

/** A text column with a list of known words, such as a status. Its table's CHECK or the statement answers for the list. */
export function text<T extends string>(type?: 'text' | 'text!'): RefinedColumn<T>;
export function text<T extends string>(type: 'text?'): RefinedColumn<T | null>;
export function text<T extends string>(type: 'text[]'): RefinedColumn<T[]>;
export function text(type = 'text'): RefinedColumn<unknown> {
  return { type };
}
