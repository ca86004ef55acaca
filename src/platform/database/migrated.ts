import { DatabaseError, type Client } from 'pg';
import type { Log } from '../log.js';
import { hasCitus, migrationNames } from './owner.sql.js';
import { createClient } from './primary.js';
import { serviceUrlOf } from './service-role.js';

/** SQLSTATEs of a role that does not exist or may not log in, or has no privilege on a table. */
const NO_ROLE = ['28P01', '28000', '42501', '42P01'];

export interface MigratedOptions<Seeded> {
  /** Connection URL without credentials. */
  databaseUrl: string;
  secretKey: Buffer;
  migrations: readonly { name: string }[];
  /** Reads what the migration's seed has stored; null where that is of another release. */
  read: (client: Client) => Promise<Seeded | null>;
  log: Log;
}

/** Thrown where the migration step of this release has not run. */
export class NotMigrated extends Error {
  override readonly name = 'NotMigrated';
}

/** Whether a connection URL names a user, and so is the owner's. */
export function namesOwner(databaseUrl: string): boolean {
  return new URL(databaseUrl).username !== '';
}

/**
 * The database as the migration step has left it, for a process without the owner's credentials: it changes nothing. Migrations of
 * newer releases do not hinder it.
 * @throws {NotMigrated} naming what is missing
 */
export async function openMigrated<Seeded>(
  options: MigratedOptions<Seeded>,
): Promise<{ serviceUrl: string; seeded: Seeded; isDistributed: boolean }> {
  const serviceUrl = serviceUrlOf(options.databaseUrl, options.secretKey);
  const client = createClient({ connectionString: serviceUrl });
  client.on('error', (err) => options.log.warn({ err }, 'the connection that checks the migrations broke'));
  try {
    await client.connect();
    const done = new Set((await migrationNames.all(client)).map(({ name }) => name));
    const missing = options.migrations.filter(({ name }) => !done.has(name));
    if (missing.length > 0) throw notMigrated(`it lacks ${missing.length} migrations, the first ${missing[0]?.name}`);
    const seeded = await options.read(client);
    if (seeded === null) throw notMigrated('its catalogue is of another release');
    const { hasCitus: isDistributed } = await hasCitus.only(client);
    return { serviceUrl, seeded, isDistributed };
  } catch (err) {
    if (err instanceof DatabaseError && NO_ROLE.includes(err.code ?? ''))
      throw notMigrated(`the role ${new URL(serviceUrl).username} of this SECRET_KEY may not use it`, err);
    throw err;
  } finally {
    await client.end();
  }
}

function notMigrated(what: string, cause?: unknown): NotMigrated {
  const way = "run `npm run cli -- migrate` with the owner's DATABASE_URL and the same SECRET_KEY";
  return new NotMigrated(`the database is not ready for this release: ${what}; ${way}`, { cause });
}
