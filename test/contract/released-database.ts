import type { Client } from 'pg';
import { describeStatement } from '../platform/database/described-statement.js';
import type { AnyStatement } from '../platform/database/named-statements.js';

/** What the processes of a release ask of the database. */
export interface ReleasedDatabase {
  statements: ReleasedStatement[];
  columns: ReleasedColumn[];
}

/** One variant of a named statement. */
interface ReleasedStatement {
  name: string;
  text: string;
  /** Types of its result by column: `uuid`, `text[]`. */
  row: Record<string, string>;
}

interface ReleasedColumn {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
  /** Whether a row can be inserted without it. */
  isOptional: boolean;
}

const COLUMNS = `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
    not a.attnotnull or a.atthasdef or a.attidentity <> '' as "isOptional"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations' and a.attnum > 0
    and not a.attisdropped
  order by c.relname, a.attnum`;

/** What the present release asks of the database that it has migrated. */
export async function presentDatabase(client: Client, statements: readonly AnyStatement[]): Promise<ReleasedDatabase> {
  const found: ReleasedStatement[] = [];
  for (const { name, text } of variantsOf(statements)) found.push({ name, text, row: await rowOf(client, text) });
  return { statements: found, columns: await columnsIn(client) };
}

/**
 * What of a database would end processes of a former release with errors while they still run on it: statements that it does not know or answers
 * with other types, columns that went, changed or must be given. One sentence each.
 */
export async function brokenInDatabase(client: Client, released: ReleasedDatabase): Promise<string[]> {
  const present = await columnsIn(client);
  return [...(await brokenStatements(client, released)), ...brokenColumns(present, released.columns)];
}

async function brokenStatements(client: Client, { statements }: ReleasedDatabase): Promise<string[]> {
  const found: string[] = [];
  for (const { name, text, row } of statements) {
    try {
      const now = await rowOf(client, text);
      for (const [column, type] of Object.entries(row)) {
        if (now[column] !== type) found.push(`${name}: ${column} was ${type}, and is ${now[column] ?? 'gone'}.`);
      }
    } catch (err) {
      found.push(`${name}: ${err instanceof Error ? err.message : String(err)}.`);
    }
  }
  return found;
}

/** What reads and writes without a named statement of their own would meet. */
function brokenColumns(present: readonly ReleasedColumn[], released: readonly ReleasedColumn[]): string[] {
  const nameOf = ({ table, column }: ReleasedColumn) => `${table}.${column}`;
  const now = new Map(present.map((each) => [nameOf(each), each]));
  const known = new Set(released.map(nameOf));
  const tables = new Set(released.map(({ table }) => table));
  const changed = released.flatMap((was) => {
    const is = now.get(nameOf(was));
    if (!is) return [`${nameOf(was)} is gone.`];
    if (is.type !== was.type) return [`${nameOf(was)} was ${was.type}, and is ${is.type}.`];
    if (was.isNullable && !is.isNullable) return [`${nameOf(was)} may not be null any more.`];
    return was.isOptional && !is.isOptional ? [`${nameOf(was)} has no default any more.`] : [];
  });
  const added = present
    .filter((each) => tables.has(each.table) && !known.has(nameOf(each)) && !each.isOptional)
    .map((each) => `${nameOf(each)} is new, may not be null and has no default.`);
  return [...changed, ...added];
}

function variantsOf(statements: readonly AnyStatement[]): { name: string; text: string }[] {
  const all = statements.flatMap((each) => each.sampleTexts().map((text) => ({ name: each.name, text })));
  return all.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

async function rowOf(client: Client, text: string): Promise<Record<string, string>> {
  return Object.fromEntries((await describeStatement(client, text)).map(({ name, type }) => [name, type]));
}

async function columnsIn(client: Client): Promise<ReleasedColumn[]> {
  return (await client.query<ReleasedColumn>(COLUMNS)).rows;
}
