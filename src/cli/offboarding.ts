import { existsSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.js';
import { SEALED_COLUMNS } from '../app/features.js';
import { openPersistence } from '../app/persistence.js';
import { headKey } from '../modules/audit/signed-head.rules.js';
import { recordExport } from '../modules/offboarding/export-record.js';
import { Suspension } from '../modules/offboarding/suspension.js';
import { deleteTenant } from '../modules/offboarding/tenant-deletion.js';
import { exportTenant } from '../modules/offboarding/tenant-export.js';
import { organizationOf } from '../modules/offboarding/tenant-tables.sql.js';
import { WITHHELD_COLUMNS } from '../modules/offboarding/withheld-columns.js';
import { systemClock } from '../platform/clock.js';
import type { Owner } from '../platform/database/owner.js';
import { createLog } from '../platform/log.js';
import { objectsOf, publicKeysOf, tenantOf } from './audit.js';
import { OperatorError } from './operator-error.js';
import { readOptions } from './options.js';
import { UsageError } from './usage-error.js';
import { withMigrated } from './with-owner.js';

/** Suspends an organization: nobody logs in or calls, scans end, schedules and webhooks rest, and all data stays. */
export async function suspendTenant(args: string[], config: Config): Promise<void> {
  const { options } = readOptions(args, ['tenant', 'reason'], 0);
  const tenantId = tenantOf(options);
  const { reason } = options;
  if (reason === undefined || reason.trim() === '') throw new UsageError('--reason is required');
  const ended = await withSuspension(config, (suspension) => suspension.suspend(tenantId, reason.trim()));
  process.stdout.write(`${tenantId} is suspended; ${ended} scans were ended\n`);
}

/** Ends a suspension. */
export async function resumeTenant(args: string[], config: Config): Promise<void> {
  const tenantId = tenantOf(readOptions(args, ['tenant'], 0).options);
  await withSuspension(config, (suspension) => suspension.resume(tenantId));
  process.stdout.write(`${tenantId} is active again\n`);
}

/** Writes everything of an organization but secrets into a gzipped tar file, beside a running service or with a stopped one. */
export async function exportTenantTo(args: string[], config: Config): Promise<void> {
  const { options, words } = readOptions(args, ['tenant'], 1);
  const [path = ''] = words;
  const tenantId = tenantOf(options);
  if (existsSync(path)) throw new OperatorError(`${path} exists already`);
  await withMigrated(config, async (owner) => {
    await organization(owner, tenantId);
    const now = systemClock.now();
    // Recorded first: the export has the entry, and one that is interrupted is recorded too.
    await recordExport(owner.client, tenantId, now);
    const { tables, objects } = await exportTenant({
      owner,
      objects: await objectsOf(config),
      tenantId,
      path,
      publicKeys: publicKeysOf(config),
      withheld: [...SEALED_COLUMNS, ...WITHHELD_COLUMNS],
      now,
    });
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    process.stdout.write(`${path}: ${Object.keys(tables).length} tables, ${rows} rows, ${objects} files\n`);
  });
}

/** Deletes everything of a suspended organization, and leaves a signed certificate. */
export async function deleteTenantFor(args: string[], config: Config): Promise<void> {
  const { options } = readOptions(args, ['tenant', 'name', 'certificate'], 0);
  const tenantId = tenantOf(options);
  const path = options.certificate ?? join(config.dataDir, 'deletions', `${tenantId}.json`);
  if (existsSync(path)) throw new OperatorError(`${path} exists already`);
  await withMigrated(config, async (owner) => {
    const { name, suspendedAt, scansEnding } = await organization(owner, tenantId);
    if (options.name !== name) {
      throw new UsageError(`everything of ${tenantId} will be deleted for ever: give its exact name with --name`);
    }
    if (suspendedAt === null)
      throw new OperatorError('suspend the organization first, so that nothing of it is at work');
    // A worker reads the systems of an organization with its credentials until it notices that its scan was ended.
    if (scansEnding > 0)
      throw new OperatorError(
        `the suspension has just ended ${scansEnding} scans, and workers may still read for them: try again in a minute`,
      );
    const certificate = await deleteTenant({
      owner,
      objects: await objectsOf(config),
      tenantId,
      name,
      by: `operator ${userInfo().username}`,
      key: headKey(config.secretKey),
      now: systemClock.now(),
      keep: (signed) => keepFile(`${path}.pending`, `${JSON.stringify(signed, null, 2)}\n`),
    });
    await rename(`${path}.pending`, path);
    process.stdout.write(`${JSON.stringify(certificate)}\n`);
    process.stderr.write(`${tenantId} is deleted; certificate: ${path}. Backups that were made before still have it\n`);
  });
}

async function withSuspension<T>(config: Config, work: (suspension: Suspension) => Promise<T>): Promise<T> {
  const persistence = await openPersistence(config, createLog('warn'));
  try {
    return await work(new Suspension(persistence.database, systemClock));
  } finally {
    await persistence.close();
  }
}

/** Name and suspension of an organization; the owner is bound to it. @throws {OperatorError} where there is none */
async function organization(owner: Owner, tenantId: string) {
  await owner.bind(tenantId);
  const found = await organizationOf.one(owner.client, { tenantId });
  if (!found) throw new OperatorError(`there is no organization ${tenantId}`);
  return found;
}

/** Writes a file durably. */
async function keepFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
