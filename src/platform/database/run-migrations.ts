import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { ConcurrentIndexes } from '../../../schema/migrations/concurrent-indexes.js';
import { TenantFill } from '../../../schema/migrations/tenant-fill.js';
import { MINUTE, SECOND, systemClock } from '../clock.js';
import type { Log } from '../log.js';
import { someCause } from './database-errors.js';
import { createIndexes, fillTenants, LOCK_MS, type Attempt } from './online-migrations.js';
import { tlsOptions } from './tls-options.js';

/** Pauses between two attempts, in which those who waited behind it get their turn. Milliseconds. */
const PAUSE = { first: SECOND, max: 15 * SECOND };
/** Longer than the longest statement of a worker. Milliseconds. */
const ATTEMPTS_MS_MAX = 20 * MINUTE;

/** SQLSTATEs of a lock that was waited for too long, of two transactions that wait for each other, and of one that came too late. */
const LOCKED = ['55P03', '40P01', '40001'];

export type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

export interface MigrationRun {
  /** Connection URL of the owner, who may create tables. */
  ownerUrl: string;
  migrations: readonly { name: string; class: MigrationClass }[];
  log: Log;
}

/**
 * Creates and changes the tables by the given migrations, each in a transaction of its own, while processes of the last release read and
 * write them: one that does not get a lock within a second gives up what it has, and tries again. What fills rows of organizations or
 * creates indexes beside writers is done step by step instead.
 * @throws {Error} naming the migration that got no lock for twenty minutes
 */
export async function runMigrations({ ownerUrl, migrations, log }: MigrationRun): Promise<void> {
  const orm = await MikroORM.init({
    clientUrl: ownerUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    pool: { min: 0, max: 2 },
    driverOptions: { ...tlsOptions(ownerUrl), lock_timeout: LOCK_MS },
    logger: (message) => log.debug({ message }, 'migration'),
    migrations: { migrationsList: [...migrations], tableName: 'migrations', allOrNothing: false, snapshot: false },
  });
  try {
    const pending = new Set((await orm.migrator.getPending()).map(({ name }) => name));
    for (const each of migrations.filter(({ name }) => pending.has(name))) {
      const attempt: Attempt = (work) => untilUnlocked(each.name, log, work);
      const migration = new each.class(orm.em.getDriver(), orm.config);
      if (migration instanceof TenantFill)
        await asOwner(ownerUrl, log, (client) => fillTenants(client, each.name, migration.batch, attempt));
      if (migration instanceof ConcurrentIndexes)
        await asOwner(ownerUrl, log, (client) => createIndexes(client, migration.indexes));
      await attempt(() => orm.migrator.up({ migrations: [each.name] }));
    }
    if (pending.size > 0) log.info({ migrations: [...pending] }, 'database migrated');
  } finally {
    await orm.close(true);
  }
}

async function untilUnlocked<T>(name: string, log: Log, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + ATTEMPTS_MS_MAX;
  for (let pause = PAUSE.first; ; pause = Math.min(2 * pause, PAUSE.max)) {
    try {
      return await work();
    } catch (err) {
      if (!someCause(err, ({ code }) => LOCKED.includes(code))) throw err;
      if (performance.now() > deadline)
        throw new Error(`${name} got no lock in ${ATTEMPTS_MS_MAX / MINUTE} minutes`, { cause: err });
      log.info({ err, migration: name, pauseMs: pause }, 'a migration waits for a lock that others hold');
      await systemClock.sleep(pause);
    }
  }
}

async function asOwner(ownerUrl: string, log: Log, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, keepAlive: true });
  client.on('error', (err) => log.warn({ err }, 'the connection of a migration broke'));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
