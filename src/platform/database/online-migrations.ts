import type { Client } from 'pg';
import { SECOND } from '../clock.js';

/**
 * Longest wait of a migration for one lock. Who asks for the table after it waits behind it, so it is a fraction of what a request
 * waits (`DATABASE_LOCK_SECONDS`). Milliseconds.
 */
export const LOCK_MS = SECOND;

/** Schema of the table of how far fills have come: there while one is under way, and beside the tables of the service, which backups list. */
const PROGRESS_SCHEMA = 'crosswalk_fills';
const PROGRESS = `${PROGRESS_SCHEMA}.progress`;

/** Does again what is rolled back because it got no lock, until it gets it. */
export type Attempt = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs the batches of a `TenantFill` for every organization, also for those that are created meanwhile. Each is a transaction, which stores
 * how far it came with what it changed.
 */
export async function fillTenants(client: Client, migration: string, batch: string, attempt: Attempt): Promise<void> {
  await client.query(
    `create schema if not exists ${PROGRESS_SCHEMA};
     create table if not exists ${PROGRESS} (migration text, tenant_id uuid, place text, is_done boolean not null default false,
       primary key (migration, tenant_id))`,
  );
  for (let tenant = await nextTenant(client, migration); tenant; tenant = await nextTenant(client, migration)) {
    const { id } = tenant;
    for (let { place } = tenant, isDone = false; !isDone; isDone = place === null)
      place = await attempt(() => runBatch(client, { migration, batch, tenantId: id, place }));
  }
  await client.query(`drop schema ${PROGRESS_SCHEMA} cascade`);
}

/** The oldest organization that is not filled, and the place from which to go on. */
async function nextTenant(
  client: Client,
  migration: string,
): Promise<{ id: string; place: string | null } | undefined> {
  await client.query(`select set_config('app.system', 'on', false)`);
  const { rows } = await client.query<{ id: string; place: string | null }>(
    `select t.id, p.place from tenants t left join ${PROGRESS} p on p.migration = $1 and p.tenant_id = t.id
     where p.is_done is not true order by t.created_at, t.id limit 1`,
    [migration],
  );
  await client.query(`select set_config('app.system', '', false)`);
  return rows[0];
}

interface Batch {
  migration: string;
  batch: string;
  tenantId: string;
  place: string | null;
}

/** @returns the place after which the next batch begins; null after the last */
async function runBatch(client: Client, { migration, batch, tenantId, place }: Batch): Promise<string | null> {
  try {
    await client.query('begin');
    await client.query(`select set_config('app.tenant_id', $1, true), set_config('lock_timeout', $2, true)`, [
      tenantId,
      String(LOCK_MS),
    ]);
    const { rows } = await client.query<{ place: string | null }>(batch, [tenantId, place]);
    const [row] = rows;
    if (!row) throw new Error(`a batch of ${migration} says no place`);
    await client.query(
      `insert into ${PROGRESS} (migration, tenant_id, place, is_done) values ($1, $2, $3, $3::text is null)
       on conflict (migration, tenant_id) do update set place = excluded.place, is_done = excluded.is_done`,
      [migration, tenantId, row.place],
    );
    await client.query('commit');
    return row.place;
  } catch (err) {
    await client.query('rollback').catch(() => undefined);
    throw err;
  }
}

/**
 * Creates the indexes that are not there, and again those that an interrupted attempt has left invalid. Waits without limit: nobody who reads or
 * writes waits behind it.
 */
export async function createIndexes(client: Client, indexes: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(indexes)) {
    const { rows } = await client.query<{ isValid: boolean }>(
      `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
      [`public.${name}`],
    );
    if (rows[0]?.isValid) continue;
    if (rows[0]) await client.query(`drop index concurrently ${name}`);
    await client.query(text);
  }
}
