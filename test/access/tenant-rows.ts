import type { TestDatabase } from '../support/database.js';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Every table with rows of tenants, with the column of the tenant's id. */
export async function tenantTables(database: TestDatabase): Promise<{ table: string; column: string }[]> {
  const found = await database.query<{ table: string; column: string }>(`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name = 'tenant_id' or (c.table_name, c.column_name) = ('tenants', 'id'))
    order by 1`);
  if (found.length < 2) throw new Error('the tables of the tenants were not found');
  return found;
}

/** A tenant's rows of every table, each table as one text. */
export async function rowsOf(database: TestDatabase, tenantId: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { table, column } of await tenantTables(database)) {
    const [found] = await database.query<{ text: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) as text from ${table} t where ${column} = $1`,
      [tenantId],
    );
    texts[table] = found?.text ?? '';
  }
  return texts;
}

/** Every UUID in a text. */
export function uuidsIn(text: string): Set<string> {
  return new Set(text.match(UUID) ?? []);
}
