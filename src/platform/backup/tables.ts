import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Owner } from '../database/owner.js';
import {
  foreignKeys,
  sequencesOfColumns,
  tablesToBackUp,
  tablesWithForcedPolicies,
  tablesWithTriggers,
  type Table,
} from './tables.sql.js';

/** Tables that the migrations fill, or whose rows expire within minutes. */
const LEFT_OUT = ['migrations', 'login_failures', 'login_origins', 'passkey_challenges', 'work_leases'];

/** Ids by which an owner to whom policies apply reads rows. */
export interface RowOwners {
  tenants: readonly string[];
  accounts: readonly string[];
}

/** Every tenant, and every account of their members, each once. */
export async function readRowOwners(owner: Owner): Promise<RowOwners> {
  const tenants = await owner.tenants();
  const accounts = new Set<string>();
  for (const tenantId of tenants) {
    await owner.bind(tenantId);
    for (const id of await owner.accounts(tenantId)) accounts.add(id);
  }
  return { tenants, accounts: [...accounts] };
}

/** Every table of the service, by name. */
export function readTables({ client }: Pick<Owner, 'client'>): Promise<Table[]> {
  return tablesToBackUp.all(client, { leftOut: LEFT_OUT });
}

/**
 * Rows of a table in PostgreSQL's text format for COPY. An owner to whom policies apply reads them tenant by tenant, and those of people
 * account by account.
 * @param count called with numbers of rows, which add up
 */
export async function* copyOut(
  owner: Owner,
  table: Table,
  { tenants, accounts }: RowOwners,
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const column = owner.bypassesPolicies ? null : (table.tenantColumn ?? table.accountColumn);
  const isOfAccounts = table.tenantColumn === null;
  for (const id of column === null ? [null] : isOfAccounts ? accounts : tenants) {
    await owner.bind(isOfAccounts ? null : id);
    await owner.bindAccount(isOfAccounts ? id : null);
    const where = id === null ? '' : ` where ${column} = '${id}'`;
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
 * Disables, for the transaction, constraints that prevent the owner from filling tables in any order: foreign keys,
 * triggers, and forced policies.
 * @returns a function that restores them, and checks every foreign key
 */
export async function openForFilling(client: Client): Promise<() => Promise<void>> {
  const keys = await foreignKeys.all(client);
  const forced = await tablesWithForcedPolicies.all(client);
  const triggered = await tablesWithTriggers.all(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of forced) await client.query(`alter table ${table} no force row level security`);
  for (const { table } of triggered) await client.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const { table } of triggered) await client.query(`alter table ${table} enable trigger user`);
    for (const { table } of forced) await client.query(`alter table ${table} force row level security`);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

/** Sets every sequence to the greatest number in its column. */
export async function continueSequences(client: Client): Promise<void> {
  for (const { sequence, table, column } of await sequencesOfColumns.all(client))
    await client.query(
      `select setval('${sequence}', coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
    );
}
