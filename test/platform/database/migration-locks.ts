import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { ConcurrentIndexes } from '../../../schema/migrations/concurrent-indexes.js';
import { TenantFill } from '../../../schema/migrations/tenant-fill.js';
import type { MigrationClass } from '../../../src/platform/database/run-migrations.js';

/** Locks behind which writers wait, of which some keep readers waiting, too. */
const KEEPS_WRITERS = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

/** What the locks are on, and how often each table was read whole, rewritten or changed: of the tables that were there before. */
const STATE = `
  select c.relname as name, c.relfilenode::text as file, coalesce(s.seq_scan, 0)::int as scans,
    array(select l.mode from pg_locks l where l.pid = pg_backend_pid() and l.relation = c.oid) as locks
  from pg_class c left join pg_stat_xact_user_tables s on s.relid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations' order by 1`;

interface TableState {
  name: string;
  file: string;
  scans: number;
  locks: string[];
}

/**
 * What of a migration takes as long as tables have rows while others wait for it, as PostgreSQL does it: applies the migration, and asks which
 * locks it then holds, and which tables it has read whole or written again. One sentence each.
 */
export async function longLocksOf(client: Client, migration: InstanceType<MigrationClass>): Promise<string[]> {
  if (migration instanceof TenantFill) {
    await client.query(migration.batch, [randomUUID(), null]);
    return [];
  }
  if (migration instanceof ConcurrentIndexes) return createConcurrently(client, migration.indexes);
  await migration.up();
  const texts = migration.getQueries().filter((query) => typeof query === 'string');
  const { before, after } = await around(client, texts);
  const locked = after.filter(({ locks }) => locks.some((mode) => KEEPS_WRITERS.includes(mode)));
  if (locked.length === 0) return [];
  const held = locked.map(({ name }) => name).join(', ');
  const long = after.flatMap(({ name, file, scans }) => {
    const was = before.get(name);
    if (file !== was?.file) return [`writes ${name} again`];
    return scans > was.scans ? [`reads all of ${name}`] : [];
  });
  const changes = texts
    .filter((text) => /^\s*(with|update|delete|insert)\b/i.test(text))
    .map((text) => firstWords(text));
  return [...long, ...changes.map((text) => `does "${text}"`)].map((what) => `${what} while others wait for ${held}`);
}

/** The tables that are there before and after the statements, which are one transaction: what they count is of it alone. */
async function around(client: Client, texts: readonly string[]) {
  await client.query('begin');
  try {
    const before = new Map((await statesOf(client)).map((each) => [each.name, each]));
    for (const text of texts) await client.query(text);
    const after = (await statesOf(client)).filter(({ name }) => before.has(name));
    await client.query('commit');
    return { before, after };
  } catch (err) {
    await client.query('rollback');
    throw err;
  }
}

async function createConcurrently(client: Client, indexes: Readonly<Record<string, string>>): Promise<string[]> {
  for (const text of Object.values(indexes)) await client.query(text);
  return Object.entries(indexes)
    .filter(([name, text]) => !new RegExp(`^create (unique )?index concurrently ${name} on `).test(text))
    .map(([name]) => `${name} is not created concurrently under its name`);
}

async function statesOf(client: Client): Promise<TableState[]> {
  return (await client.query<TableState>(STATE)).rows;
}

function firstWords(text: string): string {
  return text.trim().split(/\s+/).slice(0, 3).join(' ');
}
