import { PostgresBackend } from '@agendajs/postgres-backend';
import { Client, Pool } from 'pg';
import { systemClock } from '../clock.js';
import { JOBS_SCHEMA } from './jobs-schema.js';
import { hasCitus, tryLockSchema } from './owner.sql.js';
import { primaryUrl } from './primary.js';
import { runMigrations, type MigrationRun } from './run-migrations.js';
import { ensureRole, serviceRole, serviceUrlOf } from './service-role.js';

const LOCK_PAUSE_MS = 200;

/** Tables to which the service may only add rows. */
const APPEND_ONLY = ['status_ledger', 'assessments', 'outbox', 'audit_log', 'audit_heads', 'score_history'];
/** Tables whose rows are deleted after their time, and never changed. */
const UNCHANGED = ['security_events'];

/** Tables that the migration step fills, and the service only reads. */
const OF_RELEASES = ['catalogue_controls', 'catalogue_universal_controls', 'catalogue_versions', 'decided_contents'];

export interface MigrateOptions<Seeded> extends MigrationRun {
  /** Connection URL of the owner, who may create tables and roles. */
  ownerUrl: string;
  secretKey: Buffer;
  /** Runs under the lock, after the migrations, as the owner: fills the tables that the service may only read. */
  seed: (client: Client) => Promise<Seeded>;
}

/**
 * Brings the database up to date, one process at a time (advisory lock), and creates the service role: it owns nothing,
 * is not a superuser and cannot bypass row level security.
 * @returns the connection URL of the service role, the result of the seed, and whether tables may be distributed
 * @throws when a migration fails; the start must stop then
 */
export async function migrate<Seeded>(
  options: MigrateOptions<Seeded>,
): Promise<{ serviceUrl: string; seeded: Seeded; isDistributed: boolean }> {
  const ownerUrl = await primaryUrl(options.ownerUrl);
  const client = new Client({ connectionString: ownerUrl });
  client.on('error', (err) => options.log.warn({ err }, 'the migration connection broke'));
  await client.connect();
  try {
    await lockSchema(client);
    const service = serviceRole(options.secretKey);
    await ensureRole(client, service);
    await runMigrations({ ...options, ownerUrl });
    await ensureJobTables(ownerUrl, client);
    await grant(client, service.name);
    const { hasCitus: isDistributed } = await hasCitus.only(client);
    // Citus passes on what is granted on tables, and not on their sequences.
    if (isDistributed) await grantOnWorkers(client, service.name);
    const seeded = await options.seed(client);
    return { serviceUrl: serviceUrlOf(options.ownerUrl, options.secretKey), seeded, isDistributed };
  } finally {
    await client.end();
  }
}

/**
 * Takes the lock that is held while the schema changes. Asks again and again, for who waits in a statement would keep an index that is
 * created concurrently waiting, and with it whoever holds the lock.
 */
export async function lockSchema(client: Client): Promise<void> {
  for (;;) {
    if ((await tryLockSchema.only(client)).isLocked) return;
    await systemClock.sleep(LOCK_PAUSE_MS);
  }
}

async function ensureJobTables(ownerUrl: string, client: Client): Promise<void> {
  await client.query(`create schema if not exists ${JOBS_SCHEMA}`);
  const pool = new Pool({ connectionString: ownerUrl, max: 2, options: `-c search_path=${JOBS_SCHEMA}` });
  pool.on('error', () => undefined);
  const backend = new PostgresBackend({ pool, ensureSchema: true, disableNotifications: true });
  await backend.connect();
  await backend.disconnect();
  await pool.end();
}

async function grant(client: Client, role: string): Promise<void> {
  await client.query(`
    grant usage on schema public, ${JOBS_SCHEMA} to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to ${role};
    grant usage on all sequences in schema public to ${role};
    revoke insert, update, delete on migrations from ${role};
    revoke insert, update, delete on ${OF_RELEASES.join(', ')} from ${role};
    revoke update, delete on ${APPEND_ONLY.join(', ')} from ${role};
    revoke update on ${UNCHANGED.join(', ')} from ${role};
  `);
}

async function grantOnWorkers(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ nodename: string; success: boolean; result: string }>(
    `select nodename, success, result from run_command_on_workers($command$grant usage on all sequences in schema public to ${role}$command$)`,
  );
  const failed = rows.find(({ success }) => !success);
  if (failed) throw new Error(`the worker ${failed.nodename} did not grant: ${failed.result}`);
}
