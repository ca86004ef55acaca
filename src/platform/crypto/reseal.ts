import type { Owner } from '../database/owner.js';
import type { Vault } from './vault.js';

/** A sealed text, wherever it stands: iv and tag alone are 38 characters. */
const SEALED = /v1\.[0-9a-f]{12}\.[A-Za-z0-9_-]{38,}/g;
const ROWS_AT_ONCE = 500;

/** A column that may hold sealed texts. */
export interface Sealed {
  table: string;
  column: string;
  place?: (id: string) => string;
}

interface Row {
  id: string;
  value: string;
}

/**
 * Seals again, under the key in force, what older keys sealed in a column of one tenant. Rows that change meanwhile keep the
 * change: it was sealed under the key in force.
 * @returns how many rows were changed
 * @throws {Error} naming the row, when a secret cannot be opened
 */
export async function reseal(owner: Owner, vault: Vault, tenantId: string, sealed: Sealed): Promise<number> {
  const { table, column, place = (id: string) => `${table} ${id} ${column}` } = sealed;
  await owner.bind(tenantId);
  const type = await typeOf(owner, sealed);
  let changed = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await owner.client.query<Row>(
      `select id, ${column}::text as value from ${table}
       where tenant_id = $1 and id > $2 and ${column} is not null order by id limit ${ROWS_AT_ONCE}`,
      [tenantId, after],
    );
    for (const { id, value } of rows) {
      const renewed = renew(vault, value, place(id), `${table} ${id} ${column}`);
      if (renewed === value) continue;
      const update = await owner.client.query(
        `update ${table} set ${column} = $3::text::${type} where tenant_id = $1 and id = $2 and ${column}::text = $4`,
        [tenantId, id, renewed, value],
      );
      changed += update.rowCount ?? 0;
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < ROWS_AT_ONCE) return changed;
  }
}

function renew(vault: Vault, value: string, place: string, where: string): string {
  return value.replace(SEALED, (sealed) => {
    if (vault.isCurrent(sealed)) return sealed;
    try {
      return vault.seal(vault.open(sealed, place), place);
    } catch (err) {
      throw new Error(`cannot open the secret in ${where}: its key is not among the keys given`, { cause: err });
    }
  });
}

async function typeOf({ client }: Owner, { table, column }: Sealed): Promise<string> {
  const { rows } = await client.query<{ type: string }>(
    `select format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attname = $2 and not attisdropped`,
    [table, column],
  );
  const [found] = rows;
  if (!found) throw new Error(`there is no column ${column} in ${table}`);
  return found.type;
}

/** Every column of the schema that may hold text and holds a sealed one, as `table.column`; of the tenant it is bound to. */
export async function findSealed({ client }: Owner): Promise<string[]> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and format_type(a.atttypid, null) in ('text', 'character varying', 'json', 'jsonb', 'text[]', 'bytea')
     order by 1, 2`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rowCount } = await client.query(`select 1 from ${table} where ${column}::text ~ $1 limit 1`, [
      SEALED.source,
    ]);
    if (rowCount !== 0) found.push(`${table}.${column}`);
  }
  return found;
}
