import type { Client, Connection, FieldDef, Submittable } from 'pg';
import type { Columns } from '../../../src/platform/database/statement-row.js';

/** A column of a result, as PostgreSQL describes it before the statement runs. */
interface DescribedColumn {
  name: string;
  /** `uuid`, `text[]`. */
  type: string;
  /** Whether a table's column may be null, by its table or by an outer join; null for an expression. */
  isNullable: boolean | null;
}

/** Prepares `text` on the server without running it. @returns its columns, in order. @throws what the server finds wrong */
export async function describeStatement(client: Client, text: string): Promise<DescribedColumn[]> {
  const fields = await new Promise<FieldDef[]>((resolve, reject) => {
    client.query(new Description(text, resolve, reject));
  });
  const { rows } = await client.query<DescribedColumn>(
    `select f.name, case when t.typelem <> 0 and t.typlen = -1 then e.typname || '[]' else t.typname end as type,
       case when a.attnum is null or c.relkind <> 'r' then null else not a.attnotnull end as "isNullable"
     from rows from (unnest($1::text[]), unnest($2::oid[]), unnest($3::oid[]), unnest($4::int[])) with ordinality
       as f (name, type, "table", no, position)
     join pg_type t on t.oid = f.type
     left join pg_type e on e.oid = t.typelem
     left join pg_class c on c.oid = f."table"
     left join pg_attribute a on a.attrelid = f."table" and a.attnum = f.no and f.no > 0
     order by f.position`,
    [
      fields.map(({ name }) => name),
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  );
  const joined = fields.length === 0 ? new Set() : await outerJoined(client, text);
  return rows.map((row, at) => (row.isNullable === false && joined.has(at) ? { ...row, isNullable: true } : row));
}

/** A node of a plan; `Output` are expressions, in the order of the columns. */
interface PlanNode {
  'Node Type': string;
  'Join Type'?: string;
  'Parent Relationship'?: string;
  Output?: string[];
  Plans?: PlanNode[];
}

/** Positions of the columns from the nullable side of an outer join, by the plan. */
async function outerJoined(client: Client, text: string): Promise<Set<number>> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (verbose, generic_plan, costs off, format json) ${text}`,
  );
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!root) return new Set();
  const optional = new Set(optionalOutputs(root));
  return new Set((root.Output ?? []).flatMap((output, at) => (optional.has(output) ? [at] : [])));
}

/** Expressions of every join's side that may be missing. */
function optionalOutputs(node: PlanNode): string[] {
  const children = node.Plans ?? [];
  const missing = { Left: ['Inner'], Right: ['Outer'], Full: ['Outer', 'Inner'] }[node['Join Type'] ?? ''] ?? [];
  const sides = children.filter((child) => missing.includes(child['Parent Relationship'] ?? ''));
  return [...sides.flatMap(({ Output }) => Output ?? []), ...children.flatMap((child) => optionalOutputs(child))];
}

/** Parses and describes one statement on the server, without binding or running it. */
class Description implements Submittable {
  private fields: FieldDef[] = [];

  constructor(
    private readonly text: string,
    private readonly resolve: (fields: FieldDef[]) => void,
    private readonly reject: (err: Error) => void,
  ) {}

  submit(connection: Connection): void {
    const wire = connection as unknown as Record<'parse' | 'describe', (message: object) => void> & { sync(): void };
    wire.parse({ text: this.text });
    wire.describe({ type: 'S' });
    wire.sync();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.fields = fields;
  }

  handleError(err: Error): void {
    this.reject(err);
  }

  handleReadyForQuery(): void {
    this.resolve(this.fields);
  }
}

/** Joins and groupings that can make a non-null column of a table null. */
const MAKES_NULL = /\b(left|right|full)\s+(outer\s+)?join\b|\bgrouping\s+sets\b|\brollup\b|\bcube\b/i;

/** Errors of a declared row: one line for each difference from the description of PostgreSQL. */
export function differences(declared: Columns, described: readonly DescribedColumn[], text: string): string[] {
  const names = described.map(({ name }) => name);
  const found = names
    .filter((name, at) => names.indexOf(name) !== at)
    .map((name) => `${name}: two columns of this name`);
  for (const name of Object.keys(declared)) {
    if (!names.includes(name)) found.push(`${name}: declared, and not a column of the result`);
  }
  for (const column of described) {
    const own = declared[column.name];
    if (own === undefined) {
      found.push(`${column.name}: a column of the result (${column.type}), and not declared`);
      continue;
    }
    const [, type = '', mark = ''] = /^(.*?)([?!]?)$/.exec(typeof own === 'string' ? own : own.type) ?? [];
    if (type !== column.type) found.push(`${column.name}: declared ${type}, PostgreSQL says ${column.type}`);
    if (column.isNullable === true && mark === '') {
      found.push(
        `${column.name}: its table or an outer join allows null; declare ${type}?, or ${type}! where the statement excludes it`,
      );
    }
    if (column.isNullable === false && mark === '!') {
      found.push(`${column.name}: its table never allows null; declare ${type} without a mark`);
    }
    if (column.isNullable === false && mark === '?' && !MAKES_NULL.test(text)) {
      found.push(`${column.name}: declared ${type}?, and its table never allows null`);
    }
  }
  return found;
}
