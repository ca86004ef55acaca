import type { Owner } from '../database/owner.js';
import { columnMatches, columnsOfText, replaceValue, typeOfColumn, valuesOfColumn, type RowsOf } from './reseal.sql.js';
import type { Vault } from './vault.js';

/** A sealed text anywhere in a value: iv and tag alone have 38 characters. */
const SEALED = /v1\.[0-9a-f]{12}\.[A-Za-z0-9_-]{38,}/g;
const ROWS_AT_ONCE = 500;

/** A column with secrets sealed by the vault: as its text, or anywhere in its JSON or array. */
export interface SealedColumn {
  /** Name of the table, which has the columns `id` and, unless it is that of accounts, `tenant_id`. */
  table: string;
  column: string;
  /** Place for which the secret is sealed. @default `<table> <id> <column>` */
  place?: (id: string) => string;
}

/** Whose secrets are sealed again: a tenant's, or those of one account of its members. */
type SecretsOf = { tenantId: string } | { accountId: string };

/**
 * Seals secrets of older keys in a column of one tenant or account again under the current key. Rows that change meanwhile retain
 * the change, which is sealed under the current key.
 * @returns the number of changed rows
 * @throws {Error} naming the row, when a secret cannot be opened
 */
export async function reseal(owner: Owner, vault: Vault, of: SecretsOf, sealed: SealedColumn): Promise<number> {
  const { table, column, place = (id: string) => `${table} ${id} ${column}` } = sealed;
  const rowsOf = await bind(owner, of);
  const type = await typeOf(owner, sealed);
  let changed = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await valuesOfColumn.all(owner.client, { table, column, ...rowsOf, after, limit: ROWS_AT_ONCE });
    for (const { id, value } of rows) {
      const renewed = renew(vault, value, place(id), `${table} ${id} ${column}`);
      if (renewed === value) continue;
      const replacement = { type, ...rowsOf, id, former: value, value: renewed };
      changed += await replaceValue.run(owner.client, { table, column, ...replacement });
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < ROWS_AT_ONCE) return changed;
  }
}

async function bind(owner: Owner, of: SecretsOf): Promise<RowsOf> {
  if ('tenantId' in of) {
    await owner.bind(of.tenantId);
    return { ownerColumn: 'tenant_id', ownerId: of.tenantId };
  }
  await owner.bindAccount(of.accountId);
  return { ownerColumn: 'id', ownerId: of.accountId };
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

async function typeOf({ client }: Owner, { table, column }: SealedColumn): Promise<string> {
  const found = await typeOfColumn.one(client, { table, column });
  if (!found) throw new Error(`there is no column ${column} in ${table}`);
  return found.type;
}

/** Every column that contains a sealed text, as `table.column`; for the bound tenant. */
export async function findSealed({ client }: Owner): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await columnsOfText.all(client)) {
    const { matches } = await columnMatches.only(client, { table, column, pattern: SEALED.source });
    if (matches) found.push(`${table}.${column}`);
  }
  return found;
}
