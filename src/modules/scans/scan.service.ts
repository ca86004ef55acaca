import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Connectors } from '../../connectors/registry.js';
import { recordAudit } from '../audit/audit.js';
import { findActiveFramework, wholeCatalogueOf } from '../catalogue/visibility.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { finishScan } from './scan-finish.js';
import type { ScanJobs } from './scan.jobs.js';
import { queueScan, type Scannable } from './scan-enqueue.js';
import type { ScanTrigger } from './scan-states.js';

interface QueuedScan {
  trigger: ScanTrigger;
  integrations: Scannable[];
  frameworks: readonly string[];
  /** Done in the same transaction. */
  also?: (em: EntityManager) => Promise<void>;
}

/** Queues and cancels scans. */
export class ScanService {
  constructor(
    private readonly jobs: ScanJobs,
    private readonly connectors: Connectors,
    private readonly triggerQuota: TenantQuota,
  ) {}

  /**
   * Queues a scan of every connected integration, or of those of some types, against all active frameworks or one.
   * @returns the id of the scan
   * @throws {AppError} VALIDATION_FAILED for an unknown type, NOT_FOUND for an unknown framework, FRAMEWORK_NOT_ACTIVE,
   * CONFLICT when nothing is connected, RATE_LIMITED
   */
  async trigger(
    ctx: RequestContext,
    { integrationTypes, frameworkId }: { integrationTypes?: string[] | null; frameworkId?: string | null },
  ): Promise<string> {
    if (ctx.knownEffect !== null) return ctx.knownEffect;
    const frameworks = frameworkId ? [findActiveFramework(ctx, frameworkId).slug] : ctx.viewer.frameworks;
    const integrations = await this.connected(ctx, integrationTypes ?? null);
    if (integrations.length === 0) throw new AppError('CONFLICT', 'no integration is connected that could be scanned');
    await this.triggerQuota.take(ctx);
    return this.queue(ctx, { trigger: 'manual', integrations, frameworks });
  }

  /**
   * Queues a scan of one integration's imported report against all active frameworks.
   * @param also stores the report as the integration's last one, in the transaction that queues the scan
   * @returns the id of the scan
   */
  async queueImport(
    ctx: RequestContext,
    { integrationId, importKey }: { integrationId: string; importKey: string },
    also: (em: EntityManager) => Promise<void>,
  ): Promise<string> {
    const integrations = [{ id: integrationId, importKey }];
    return this.queue(ctx, { trigger: 'import', integrations, frameworks: ctx.viewer.frameworks, also });
  }

  /**
   * Ends a scan that has not ended. Its worker notices and stores nothing.
   * @throws {AppError} NOT_FOUND; CONFLICT when it has ended
   */
  async cancel(ctx: RequestContext, scanId: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    const scan = await query(ctx.em)
      .selectFrom('scans')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', scanId)
      .executeTakeFirst();
    if (!scan) throw notFound();
    const end = {
      status: 'failed',
      code: 'CANCELLED',
      message: 'the scan was cancelled',
      at: ctx.clock.now(),
    } as const;
    await ctx.em.transactional(async (em) => {
      const isCancelled = await finishScan(em, { id: scanId, tenantId }, null, end);
      if (!isCancelled) throw new AppError('CONFLICT', 'the scan has ended already');
      const after = { status: end.status, code: end.code };
      await recordAudit(ctx, em, { action: 'scan.cancelled', resourceType: 'scan', resourceId: scanId, after });
    });
  }

  private async queue(ctx: RequestContext, { trigger, integrations, frameworks, also }: QueuedScan): Promise<string> {
    const { tenantId, userId } = ctx.viewer;
    const at = ctx.clock.now();
    const scanId = await ctx.em.transactional(async (em) => {
      await also?.(em);
      const catalogue = wholeCatalogueOf(ctx);
      const { hasHipaaPrivacy } = ctx.viewer;
      const order = { tenantId, userId, trigger, integrations, frameworks, hasHipaaPrivacy, catalogue, at };
      const queued = await queueScan(em, order);
      const after = { integrationIds: integrations.map(({ id }) => id), frameworks, isImport: also !== undefined };
      await recordAudit(ctx, em, { action: 'scan.triggered', resourceType: 'scan', resourceId: queued, after });
      await ctx.recordEffect(em, queued);
      return queued;
    });
    await this.wake(ctx, scanId);
    return scanId;
  }

  /** The scan is queued whether or not the wake-up succeeds: the sweep finds it. */
  private async wake(ctx: RequestContext, scanId: string): Promise<void> {
    try {
      await this.jobs.wake({ tenantId: ctx.viewer.tenantId, scanId });
    } catch (err) {
      ctx.log.warn({ err, scanId }, 'cannot wake a worker, the sweep will');
    }
  }

  private connected({ em, viewer }: RequestContext, types: string[] | null): Promise<Scannable[]> {
    const unknown = types?.find((type) => !this.connectors.has(type));
    if (unknown !== undefined) {
      throw AppError.invalid('/integration_types', `${unknown} is none of ${this.connectors.types().join(', ')}`);
    }
    return query(em)
      .selectFrom('integrations')
      .select(['id', 'import_key as importKey'])
      .where('tenant_id', '=', viewer.tenantId)
      .where('status', '=', 'connected')
      .$if(types !== null, (some) => some.where('type', 'in', types ?? []))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }
}
