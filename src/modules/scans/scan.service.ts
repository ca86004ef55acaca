import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Quota } from '../../platform/quota.js';
import type { Connectors } from '../../connectors/registry.js';
import { findActiveFramework } from '../catalogue/access.js';
import { ScanEntity } from './scan.entity.js';
import { finishScan } from './scan.finish.js';
import type { ScanJobs } from './scan.jobs.js';
import { publishScan } from './scan.lease.js';

/** An integration that a scan may read. */
interface Scannable {
  id: string;
  import_key: string | null;
}

interface QueuedScan {
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
    private readonly triggerQuota: Quota,
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
    const frameworks = frameworkId ? [findActiveFramework(ctx, frameworkId).slug] : ctx.viewer.frameworks;
    const integrations = await this.connected(ctx, integrationTypes ?? null);
    if (integrations.length === 0) throw new AppError('CONFLICT', 'no integration is connected that could be scanned');
    await this.triggerQuota.take(ctx.viewer.tenantId);
    return this.queue(ctx, { integrations, frameworks });
  }

  /**
   * Queues a scan of one integration's imported report against all active frameworks.
   * @param keep makes the report the integration's last one, in the transaction that queues the scan
   * @returns the id of the scan
   */
  async queueImport(
    ctx: RequestContext,
    { integrationId, importKey }: { integrationId: string; importKey: string },
    keep: (em: EntityManager) => Promise<void>,
  ): Promise<string> {
    const integrations = [{ id: integrationId, import_key: importKey }];
    return this.queue(ctx, { integrations, frameworks: ctx.viewer.frameworks, also: keep });
  }

  /**
   * Ends a scan that has not ended. Its worker notices and keeps nothing.
   * @throws {AppError} NOT_FOUND; CONFLICT when it has ended
   */
  async cancel(ctx: RequestContext, scanId: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    const scan = await row(
      ctx.em,
      sql<{ id: string }>`select id from scans where id = ${scanId} and tenant_id = ${tenantId}`,
    );
    if (!scan) throw notFound();
    const end = {
      status: 'failed',
      code: 'CANCELLED',
      message: 'the scan was cancelled',
      at: ctx.clock.now(),
    } as const;
    const isCancelled = await ctx.em.transactional((em) => finishScan(em, { id: scanId, tenantId }, null, end));
    if (!isCancelled) throw new AppError('CONFLICT', 'the scan has ended already');
  }

  private async queue(ctx: RequestContext, { integrations, frameworks, also }: QueuedScan): Promise<string> {
    const { tenantId, userId } = ctx.viewer;
    const scanId = newId();
    const totalControls = ctx.catalogue.controls.filter(({ framework }) => frameworks.includes(framework.slug)).length;
    await ctx.em.transactional(async (em) => {
      await also?.(em);
      em.create(ScanEntity, {
        id: scanId,
        tenantId,
        sequence: await nextSequence(em, tenantId),
        status: 'queued',
        integrationIds: integrations.map(({ id }) => id),
        imports: Object.fromEntries(integrations.flatMap(({ id, import_key: key }) => (key ? [[id, key]] : []))),
        frameworks: [...frameworks],
        catalogueVersion: ctx.catalogue.version,
        triggeredBy: userId,
        createdAt: ctx.clock.now(),
        totalControls,
        progress: { percent: 0, controlsDone: 0, controlsTotal: totalControls, currentIntegration: null, findings: 0 },
      });
      await em.flush();
      await publishScan(em, tenantId, scanId);
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
    return rows(
      em,
      sql<Scannable>`
        select id, import_key from integrations
        where tenant_id = ${viewer.tenantId} and status = 'connected'
          and (${types}::text[] is null or type = any(${types}::text[]))
        order by created_at, id`,
    );
  }
}

/** The tenant's next number of a scan: dense, so that an offset into the list is a number too. */
async function nextSequence(em: EntityManager, tenantId: string): Promise<number> {
  const next = await row(
    em,
    sql<{ scan_sequence: number }>`
      update tenants set scan_sequence = scan_sequence + 1 where id = ${tenantId} returning scan_sequence`,
  );
  if (!next) throw notFound();
  return next.scan_sequence;
}
