import { DAY, type Clock } from '../../platform/clock.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { withWorkLease } from '../../platform/queue/work-lease.js';
import type { Log } from '../../platform/log.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { SYSTEM } from '../../access/actor.js';
import { recordAuditAs } from '../audit/audit.js';
import { deleteFormer } from '../finding-state/merge.sql.js';
import {
  deleteArtifacts,
  deleteFindings,
  deleteScans,
  expiredScans,
  lockArtifacts,
  renumberBelow,
} from './scan-retention.sql.js';
import { scanObjects } from './scan-objects.js';

/** Scans that end in one transaction. */
const SCANS_AT_ONCE = 20;
/** Rows that one statement deletes. */
const ROWS_AT_ONCE = 5_000;

export interface RetentionOptions {
  database: Database;
  objects: ObjectStore;
  clock: Clock;
  log: Log;
}

interface TenantRule {
  id: string;
  retentionDays: number;
}

/**
 * Removes scans that ended longer ago than the retention of their tenant. Exceptions and reasons: schema/contract/evidence.md, "Retention".
 */
export class ScanRetention {
  constructor(private readonly options: RetentionOptions) {}

  /** @returns how many scans were removed until `signal` aborted it; null where another process holds the lease */
  async run(signal: AbortSignal): Promise<number | null> {
    const { database, log } = this.options;
    let count = 0;
    const hasRun = await withWorkLease(database, 'scans.retention', async (lease) => {
      const goesOn = async () => !signal.aborted && (await lease.renew());
      for (const tenant of await this.tenants()) {
        count += await database.within({ kind: 'tenant', tenantId: tenant.id }, () => this.ofTenant(tenant, goesOn));
        if (!(await goesOn())) return;
      }
    });
    if (count > 0) log.info({ count }, 'scans beyond their retention were removed');
    return hasRun ? count : null;
  }

  private tenants(): Promise<TenantRule[]> {
    const { database } = this.options;
    return database.within({ kind: 'system' }, () =>
      query(database.fork())
        .selectFrom('tenants')
        .select(['id', 'retention_days as retentionDays'])
        .orderBy('id')
        .execute(),
    );
  }

  private async ofTenant({ id, retentionDays }: TenantRule, goesOn: () => Promise<boolean>): Promise<number> {
    const { clock, database } = this.options;
    const cutoff = new Date(clock.now().getTime() - retentionDays * DAY);
    let count = 0;
    while (await goesOn()) {
      const expired = await expiredScans.all(database.fork(), { tenantId: id, cutoff, limit: SCANS_AT_ONCE });
      const scanIds = expired.map((scan) => scan.id);
      if (scanIds.length === 0) break;
      for (const scanId of scanIds) {
        // The many rows go first, some thousand at a time, so that the transaction that ends the scans stays short.
        const findings = { tenantId: id, scanId, limit: ROWS_AT_ONCE };
        while ((await deleteFindings.run(database.fork(), findings)) === ROWS_AT_ONCE) {
          if (!(await goesOn())) return count;
        }
      }
      await database.fork().transactional((em) => this.removeScans(em, id, scanIds, cutoff));
      count += scanIds.length;
      for (const scanId of scanIds) await this.removeObjects(id, scanId);
    }
    // Findings that held in removed scans alone.
    const former = { tenantId: id, limit: ROWS_AT_ONCE };
    while (count > 0 && (await deleteFormer.run(database.fork(), former)) === ROWS_AT_ONCE) {
      if (!(await goesOn())) return count;
    }
    return count;
  }

  private async removeScans(em: EntityManager, tenantId: string, scanIds: string[], cutoff: Date): Promise<void> {
    // Locked first, and looked at in a statement of its own: an assessment that refers to one meanwhile is then seen.
    await lockArtifacts.run(em, { tenantId, scanIds });
    const evidence = await deleteArtifacts.run(em, { tenantId, scanIds });
    const removed = await deleteScans.only(em, { tenantId, scanIds });
    if (removed.highest === null) return;
    await closeGaps(em, tenantId, removed.highest);
    await recordAuditAs(SYSTEM, em, {
      tenantId,
      at: this.options.clock.now(),
      action: 'scans.expired',
      resourceType: 'scan',
      resourceId: null,
      after: { scans: removed.count, evidence, cutoff: cutoff.toISOString() },
    });
  }

  /** Objects go after their rows; what cannot be deleted now, the sweeper deletes. */
  private async removeObjects(tenantId: string, scanId: string): Promise<void> {
    const { database, objects, log } = this.options;
    try {
      for await (const page of objects.list(`${tenantId}/scans/${scanId}/`)) {
        const keys = page.map(({ key }) => key);
        const used = new Set(await scanObjects.inUse(database.fork(), tenantId, keys));
        for (const key of keys.filter((each) => !used.has(each))) await objects.delete(key);
      }
    } catch (err) {
      log.warn({ err, scanId }, 'cannot delete the objects of a removed scan, the sweeper will');
    }
  }
}

/** Renumbers the older scans that stay, in their order: the list relies on sequence numbers without gaps. */
async function closeGaps(em: EntityManager, tenantId: string, highest: number): Promise<void> {
  await renumberBelow.run(em, { tenantId, highest });
  await query(em)
    .updateTable('scans')
    .set((eb) => ({ sequence: eb.neg(eb.ref('sequence')) }))
    .where('tenant_id', '=', tenantId)
    .where('sequence', '<', 0)
    .execute();
}
