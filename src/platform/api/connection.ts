import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import { isUuid } from '../crypto/uuid.js';
import { AppError } from '../errors.js';
import { isDay } from './day.rules.js';

/** Start and length of a page. */
export interface PageRequest {
  first: number;
  after: string | null;
  offset: number;
}

/** One page of a list, in its order. */
export interface Page<Row> {
  rows: Row[];
  hasNextPage: boolean;
  /** Opaque cursor after which the next page begins. */
  cursorOf(row: Row): string;
  /** Number of rows of the whole list. Called only when a client selects `totalCount`. */
  countAll(): Promise<number>;
}

/** Arguments of every connection. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: 'Nodes in the page, 1 to 100. Default 20.' })
  first?: number;

  @Field(() => String, { nullable: true, description: 'The `endCursor` of the previous page.' })
  after?: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Nodes to skip, from 0. Counted after `after` where both are given.',
  })
  offset?: number;
}

const FIRST_DEFAULT = 20;

/**
 * The requested page.
 * @throws {AppError} VALIDATION_FAILED naming `/first` or `/offset` when out of range
 */
export function pageRequest(args: PageArgs, pageSizeMax: number): PageRequest {
  const first = args.first ?? FIRST_DEFAULT;
  const offset = args.offset ?? 0;
  if (first < 1 || first > pageSizeMax) throw AppError.invalid('/first', `must be from 1 to ${pageSizeMax}`);
  if (offset < 0) throw AppError.invalid('/offset', 'must not be negative');
  return { first, after: args.after ?? null, offset };
}

/** Page of up to `first + 1` rows, the last of which only shows that there are more. */
export function pageOf<Row>(
  found: Row[],
  first: number,
  list: { cursorOf: (row: Row) => string; countAll: () => Promise<number> },
): Page<Row> {
  return { rows: found.slice(0, first), hasNextPage: found.length > first, ...list };
}

/** Cursor of `values`: URL-safe base64 of their JSON. */
export function encodeCursor(...values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Validators of cursor values, so that a forged cursor cannot send invalid values to the database. */
const CURSOR_VALUES = {
  /** Number of a row. */
  integer: (value: unknown) => isWhole(value, 2 ** 31 - 1),
  /** Time in microseconds since the epoch. */
  microseconds: (value: unknown) => isWhole(value, Number.MAX_SAFE_INTEGER),
  uuid: (value: unknown) => typeof value === 'string' && isUuid(value),
  /** Moment of UTC with microseconds, or empty for none. */
  moment: (value: unknown) => typeof value === 'string' && (value === '' || isMoment(value)),
  /** Day of the calendar, or empty for none. */
  day: (value: unknown) => typeof value === 'string' && (value === '' || isDay(value)),
};

function isMoment(text: string): boolean {
  return isDay(text.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/.test(text.slice(10));
}

function isWhole(value: unknown, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;
}

/**
 * Values of a valid cursor.
 * @throws {AppError} VALIDATION_FAILED naming `/after` for any other text
 */
export function decodeCursor(cursor: string, types: (keyof typeof CURSOR_VALUES)[]): (string | number)[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (
      Array.isArray(values) &&
      values.length === types.length &&
      types.every((type, index) => CURSOR_VALUES[type](values[index]))
    ) {
      return values as (string | number)[];
    }
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw AppError.invalid('/after', 'is not a cursor of this list');
}

@ObjectType({ description: 'Position of a page in its list (Relay).', simpleResolvers: true })
class PageInfo {
  @Field(() => Boolean, { description: 'Whether more follows.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether something was left out before the page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first node; null of an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last node, for `after`; null of an empty page.' })
  endCursor!: string | null;
}

/** Class of a connection, with a function that fills it from a page. */
export interface ConnectionClass<Node extends object> {
  new (): object;
  from(page: Page<Node>, request: PageRequest): object;
}

/** The Relay connection of `nodeType`: `nodes`, `edges`, `pageInfo`, `totalCount`. Source: Relay cursor connections. */
export function connectionOf<Node extends object>(name: string, nodeType: ClassType<Node>): ConnectionClass<Node> {
  @ObjectType(`${name}Edge`, {
    description: `A node of \`${name}Connection\` with its place in the list (Relay).`,
    simpleResolvers: true,
  })
  class Edge {
    @Field(() => String, { description: 'Its place in the list, for `after`. Opaque.' })
    cursor!: string;

    @Field(() => nodeType, { description: 'The node.' })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of \`${name}\` (Relay).` })
  class Connection {
    @Field(() => [nodeType], { description: 'What is in the page, in the order of the list.', simple: true })
    nodes!: Node[];

    @Field(() => [Edge], { description: 'The same with the place of each in the list.', simple: true })
    edges!: Edge[];

    @Field(() => PageInfo, { description: 'Where the page stands in the list.', simple: true })
    pageInfo!: PageInfo;

    countAll!: () => Promise<number>;

    @Field(() => Int, { description: 'Nodes of the whole list.' })
    totalCount(): Promise<number> {
      return this.countAll();
    }

    static from(page: Page<Node>, request: PageRequest): Connection {
      const edges = page.rows.map((node) => ({ node, cursor: page.cursorOf(node) }));
      return Object.assign(new Connection(), {
        nodes: page.rows,
        edges,
        pageInfo: {
          hasNextPage: page.hasNextPage,
          hasPreviousPage: request.after !== null || request.offset > 0,
          startCursor: edges.at(0)?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        },
        countAll: () => page.countAll(),
      });
    }
  }
  return Connection;
}
