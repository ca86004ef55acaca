import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../config/config.js';
import { MIGRATIONS } from '../app/migrations.js';
import { openPersistence } from '../app/persistence.js';
import { DamagedBackup } from '../platform/backup/archive.js';
import { backUp } from '../platform/backup/backup.js';
import type { Header } from '../platform/backup/manifest.js';
import { restoreObjects, restoreTables, verifyBackup, type Verified } from '../platform/backup/restore.js';
import { systemClock } from '../platform/clock.js';
import { Vault } from '../platform/crypto/vault.js';
import { lockSchema } from '../platform/database/migrate.js';
import { runMigrations } from '../platform/database/run-migrations.js';
import type { Owner } from '../platform/database/owner.js';
import { countObjects } from '../platform/database/owner.sql.js';
import { createLog } from '../platform/log.js';
import { PublicUrl } from '../platform/public-url.js';
import type { ObjectStore } from '../platform/storage/object-store.js';
import { openStorage } from '../platform/storage/open-storage.js';
import { SOURCE_ROOT } from '../platform/source-root.js';
import { refuseBroken, verifyChains } from './audit.js';
import { OperatorError } from './operator-error.js';
import { readOptions } from './options.js';
import { withMigrated, withOwner } from './with-owner.js';

/** Writes every organization's data and objects into a file, beside a running service or with a stopped one. */
export async function backUpTo(args: string[], config: Config): Promise<void> {
  const [path = ''] = readOptions(args, [], 1).words;
  if (existsSync(path)) throw new OperatorError(`${path} exists already`);
  await withMigrated(config, async (owner) => {
    const { tables, objects } = await backUp({
      owner,
      path,
      objects: await objectsOf(config),
      productVersion: productVersion(),
      secretKeyId: new Vault(config.secretKey).keyId,
      now: systemClock.now(),
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `${path}: ${tables.length} tables, ${rows} rows, ${objects.count} objects, ${statSync(path).size} bytes\n` +
        'SECRET_KEY is not in it and is needed to open the secrets that are; keep it elsewhere\n',
    );
  });
}

/** Restores a file into an empty database and the object store, after all hashes in it are verified. */
export async function restoreFrom(args: string[], config: Config): Promise<void> {
  const [path = ''] = readOptions(args, [], 1).words;
  const verified = await verify(path);
  const migrations = migrationsOf(verified.header);
  await withOwner(config, async (owner, ownerUrl) => {
    // A service that starts meanwhile waits until this ends.
    await lockSchema(owner.client);
    await refuseFilled(owner.client);
    try {
      await runMigrations({ ownerUrl, migrations, log: createLog('warn') });
      await restoreTables(owner.client, path, verified);
      await restoreObjects(await objectsOf(config), path);
    } catch (err) {
      await owner.client.query('drop schema public cascade; create schema public');
      throw err;
    }
  });
  await bringUpToDate(config);
  report(verified, config);
  await withMigrated(config, async (owner: Owner) =>
    refuseBroken(await verifyChains(owner, await owner.tenants(), config, { onUnknown: warnOfHead })),
  );
}

/** A restore may come before the keys of the backup are in the settings. */
function warnOfHead(tenantId: string): void {
  process.stderr.write(
    `warning: a head of the audit trail of ${tenantId} was signed with a key that is not known here\n`,
  );
}

async function verify(path: string): Promise<Verified> {
  if (!existsSync(path)) throw new OperatorError(`there is no file ${path}`);
  try {
    return await verifyBackup(path);
  } catch (err) {
    if (err instanceof DamagedBackup) throw new OperatorError(`cannot restore ${path}: ${err.message}`);
    throw err;
  }
}

/** Migrations up to the version of the backup's tables. */
function migrationsOf({ migrations, productVersion: version }: Header): typeof MIGRATIONS {
  const unknown = migrations.find((name) => !MIGRATIONS.some((known) => known.name === name));
  if (unknown !== undefined)
    throw new OperatorError(`the backup was made by a newer version (${version}): ${unknown} is not known here`);
  return MIGRATIONS.filter(({ name }) => migrations.includes(name));
}

async function refuseFilled(client: Client): Promise<void> {
  if ((await countObjects.only(client)).count !== '0')
    throw new OperatorError('restore needs an empty database, and this one is not: give another, or another DATA_DIR');
}

/** Runs the newer migrations and updates the catalogue and the service role, like a start. */
async function bringUpToDate(config: Config): Promise<void> {
  const persistence = await openPersistence(config, createLog('warn'));
  await persistence.close();
}

function report({ header, manifest }: Verified, config: Config): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`restored ${rows} rows and ${manifest.objects.count} objects of ${header.createdAt}\n`);
  if (new Vault(config.secretKey, config.previousSecretKeys).hasKey(header.secretKeyId)) return;
  process.stderr.write(
    'warning: its secrets were sealed under another SECRET_KEY; give that as PREVIOUS_SECRET_KEYS and run `secrets rotate`\n',
  );
}

/** Object store of the settings. A client of S3 is not closed: the process ends with the command. */
async function objectsOf(config: Config): Promise<ObjectStore> {
  return (await openStorage({ ...config, publicUrl: new PublicUrl(config.publicUrl) }, systemClock)).objects;
}

function productVersion(): string {
  const { version } = JSON.parse(readFileSync(join(SOURCE_ROOT, '../package.json'), 'utf8')) as { version: string };
  return version;
}
