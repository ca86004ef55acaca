import { OPERATOR } from '../../access/actor.js';
import type { Clock } from '../../platform/clock.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAuditAs } from '../audit/audit.js';
import { finishScan } from '../scans/scan-finish.js';

/** End of the scans of an organization that is suspended. */
const ENDED = {
  status: 'failed',
  code: 'ORGANIZATION_SUSPENDED',
  message: 'the organization was suspended',
} as const;

/**
 * Suspends organizations for the operator, and resumes them. Nobody logs in or calls meanwhile, with any credential; schedules and
 * webhooks rest; all data stays, and the organization's own retention goes on.
 */
export class Suspension {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Suspends an organization, and ends its scans. Requests are refused from the next one on, open connections end within 5 seconds.
   * @returns the number of scans that were ended
   * @throws {AppError} NOT_FOUND; CONFLICT when it is suspended already
   */
  suspend(tenantId: string, reason: string): Promise<number> {
    const at = this.clock.now();
    return this.change(tenantId, async (em) => {
      const changed = await query(em)
        .updateTable('tenants')
        .set({ suspended_at: at, suspension_reason: reason })
        .where('id', '=', tenantId)
        .where('suspended_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (changed.numUpdatedRows === 0n) throw new AppError('CONFLICT', 'the organization is suspended already');
      const open = await query(em)
        .selectFrom('scans')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('status', 'in', ['queued', 'running'])
        .orderBy('id')
        .execute();
      for (const { id } of open) await finishScan(em, { id, tenantId }, null, { ...ENDED, at });
      await audit(em, tenantId, { action: 'suspended', at, after: { reason, scansEnded: open.length } });
      return open.length;
    });
  }

  /** Ends a suspension. @throws {AppError} NOT_FOUND; CONFLICT when it is not suspended */
  async resume(tenantId: string): Promise<void> {
    const at = this.clock.now();
    await this.change(tenantId, async (em) => {
      const changed = await query(em)
        .updateTable('tenants')
        .set({ suspended_at: null, suspension_reason: null })
        .where('id', '=', tenantId)
        .where('suspended_at', 'is not', null)
        .executeTakeFirstOrThrow();
      if (changed.numUpdatedRows === 0n) throw new AppError('CONFLICT', 'the organization is not suspended');
      await audit(em, tenantId, { action: 'resumed', at, after: null });
    });
  }

  private change<T>(tenantId: string, work: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.database.within({ kind: 'tenant', tenantId }, () =>
      this.database.fork().transactional(async (em) => {
        const found = await query(em).selectFrom('tenants').select('id').where('id', '=', tenantId).executeTakeFirst();
        if (!found) throw notFound();
        return work(em);
      }),
    );
  }
}

function audit(
  em: EntityManager,
  tenantId: string,
  { action, at, after }: { action: 'suspended' | 'resumed'; at: Date; after: Record<string, unknown> | null },
): Promise<void> {
  const entry = {
    action: `organization.${action}` as const,
    resourceType: 'organization',
    resourceId: tenantId,
    after,
  };
  return recordAuditAs(OPERATOR, em, { ...entry, tenantId, at });
}
