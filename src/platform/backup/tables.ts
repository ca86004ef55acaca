import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Owner } from '../database/owner.js';

/** Written by the migrations themselves, or of use for minutes only. */
const LEFT_OUT = ['migrations', 'login_failures', 'work_leases'];

/** A table as it is backed up. */
export interface Table {
  name: string;
  /** Without those that the database computes; quoted where need be. */
  columns: string[];
  /** The column that says whose a row is, where policies hide rows by it. */
  tenantColumn: string | null;
}

/** Every table of the service, by name. */
export async function readTables({ client }: Pick<Owner, 'client'>): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns,
       case when not c.relrowsecurity then null
            when bool_or(a.attname = 'tenant_id') then 'tenant_id' else 'id' end as "tenantColumn"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
     group by c.oid order by c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

/**
 * A table's rows in PostgreSQL's text format for COPY. Who is bound by policies reads them tenant after tenant.
 * @param count is called with numbers of rows, which add up
 */
export async function* copyOut(
  owner: Owner,
  table: Table,
  tenants: readonly string[],
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const isWhole = owner.bypassesPolicies || table.tenantColumn === null;
  for (const tenantId of isWhole ? [null] : tenants) {
    await owner.bind(tenantId);
    const where = tenantId === null ? '' : ` where ${table.tenantColumn} = '${tenantId}'`;
    const rows = owner.client.query(
      to(`copy (select ${table.columns.join(', ')} from ${table.name}${where}) to stdout`),
    );
    for await (const bytes of rows) yield bytes as Buffer;
    count(rows.rowCount);
  }
}

/** Fills a table. @returns the number of rows */
export async function copyIn(client: Client, table: Table, content: AsyncIterable<Buffer>): Promise<number> {
  const rows = client.query(from(`copy ${table.name} (${table.columns.join(', ')}) from stdin`));
  await pipeline(content, rows);
  return rows.rowCount;
}

/**
 * Takes away, for the transaction, what keeps tables from being filled in any order by their owner: foreign keys, triggers, and
 * policies that are forced.
 * @returns what puts it back, and checks every foreign key
 */
export async function openForFilling(client: Client): Promise<() => Promise<void>> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by 1, 2`,
  );
  const forced = await client.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity order by 1`,
  );
  const triggered = await client.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal order by 1`,
  );
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of forced.rows) await client.query(`alter table ${table} no force row level security`);
  for (const { table } of triggered.rows) await client.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const { table } of triggered.rows) await client.query(`alter table ${table} enable trigger user`);
    for (const { table } of forced.rows) await client.query(`alter table ${table} force row level security`);
    for (const { table, name, definition } of keys.rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

/** Makes every sequence go on after the greatest number that its column holds. */
export async function continueSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `select d.objid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
     from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and s.relnamespace = 'public'::regnamespace`,
  );
  for (const { sequence, table, column } of rows)
    await client.query(
      `select setval('${sequence}', coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
    );
}
