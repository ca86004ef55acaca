import { DAY, type Clock } from '../../platform/clock.js';
import { row, rows, sql, type Database, type EntityManager } from '../../platform/database/database.js';
import { withWorkLease } from '../../platform/queue/work-lease.js';
import type { Log } from '../../platform/log.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { recordAuditAs, SYSTEM } from '../audit/audit.js';
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
 * Removes scans that ended longer ago than their tenant keeps them. What stays, and why: schema/contract/evidence.md, "Retention".
 */
export class ScanRetention {
  constructor(private readonly options: RetentionOptions) {}

  /** @returns how many scans were removed until `signal` aborted it; null where another process is at it */
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
      rows(database.fork(), sql<TenantRule>`select id, retention_days as "retentionDays" from tenants order by id`),
    );
  }

  private async ofTenant({ id, retentionDays }: TenantRule, goesOn: () => Promise<boolean>): Promise<number> {
    const { clock, database } = this.options;
    const cutoff = new Date(clock.now().getTime() - retentionDays * DAY);
    let count = 0;
    while (await goesOn()) {
      const scanIds = await findExpired(database.fork(), id, cutoff);
      if (scanIds.length === 0) break;
      for (const scanId of scanIds) {
        // The many rows go first, some thousand at a time, so that the transaction that ends the scans stays short.
        while ((await deleteFindings(database.fork(), id, scanId)) === ROWS_AT_ONCE) {
          if (!(await goesOn())) return count;
        }
      }
      await database.fork().transactional((em) => this.removeScans(em, id, scanIds, cutoff));
      count += scanIds.length;
      for (const scanId of scanIds) await this.removeObjects(id, scanId);
    }
    return count;
  }

  private async removeScans(em: EntityManager, tenantId: string, scanIds: string[], cutoff: Date): Promise<void> {
    const evidence = await removeEvidence(em, tenantId, scanIds);
    const removed = await row(
      em,
      sql<{ count: number; highest: number }>`
        with removed as (
          delete from scans where tenant_id = ${tenantId} and id = any(${scanIds}::uuid[]) returning sequence
        )
        select count(*)::int as count, max(sequence) as highest from removed`,
    );
    if (!removed || removed.count === 0) return;
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

/**
 * Scans that ended before `cutoff`, oldest first, some at a time: not those on which the vote of an integration rests, nor
 * the last completed scan of an integration.
 */
async function findExpired(em: EntityManager, tenantId: string, cutoff: Date): Promise<string[]> {
  const found = await rows(
    em,
    sql<{ id: string }>`
      select s.id from scans s
      where s.tenant_id = ${tenantId} and s.status in ('completed', 'failed') and s.completed_at < ${cutoff}
        and not exists (select from control_votes v where v.tenant_id = s.tenant_id and v.scan_id = s.id)
        and not exists (
          select from integrations i
          where i.tenant_id = s.tenant_id and s.status = 'completed' and i.id = any(s.integration_ids)
            and not exists (
              select from scans newer
              where newer.tenant_id = s.tenant_id and newer.sequence > s.sequence and newer.status = 'completed'
                and i.id = any(newer.integration_ids)
            )
        )
      order by s.sequence limit ${SCANS_AT_ONCE}`,
  );
  return found.map(({ id }) => id);
}

/** @returns how many it deleted, at most `ROWS_AT_ONCE` */
async function deleteFindings(em: EntityManager, tenantId: string, scanId: string): Promise<number> {
  const deleted = await rows(
    em,
    sql`delete from scan_findings where tenant_id = ${tenantId} and scan_id = ${scanId} and ctid = any(array(
          select ctid from scan_findings where tenant_id = ${tenantId} and scan_id = ${scanId} limit ${ROWS_AT_ONCE}
        )) returning 1`,
  );
  return deleted.length;
}

/**
 * Removes the automatic artifacts of scans, except those that an assessment refers to.
 * @returns how many
 */
async function removeEvidence(em: EntityManager, tenantId: string, scanIds: string[]): Promise<number> {
  // Locked first, and looked at in a statement of its own: an assessment that refers to one meanwhile is then seen.
  await rows(
    em,
    sql`select from evidence where tenant_id = ${tenantId} and type = 'auto' and scan_id = any(${scanIds}::uuid[])
        for update`,
  );
  const removed = await row(
    em,
    sql<{ count: number }>`
      with removed as (
        delete from evidence e
        where e.tenant_id = ${tenantId} and e.type = 'auto' and e.scan_id = any(${scanIds}::uuid[])
          and not e.id = any(array(
            select unnest(a.evidence_ids) from assessments a
            where a.tenant_id = ${tenantId} and a.evidence_ids <> '{}'
          ))
        returning 1
      )
      select count(*)::int as count from removed`,
  );
  return removed?.count ?? 0;
}

/**
 * Gives the older scans that stay the numbers right below the others, in their order: the list counts on numbers without
 * gaps. In two steps, for no two may have the same number in between.
 */
async function closeGaps(em: EntityManager, tenantId: string, highestRemoved: number): Promise<void> {
  await rows(
    em,
    sql`update scans s set sequence = -moved.sequence
        from (
          select id, ${highestRemoved}::int + 1 - row_number() over (order by sequence desc)::int as sequence
          from scans where tenant_id = ${tenantId} and sequence < ${highestRemoved}
        ) moved
        where s.tenant_id = ${tenantId} and s.id = moved.id`,
  );
  await rows(em, sql`update scans set sequence = -sequence where tenant_id = ${tenantId} and sequence < 0`);
}
