import type { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { catalogueOf } from '../catalogue/visibility.js';
import type { CheckEngine } from '../checks/check-engine.js';
import { readRunningChecks } from '../custom-checks/custom-check.read.js';
import { CustomChecks } from '../custom-checks/custom-checks.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import type { ResourceRow } from '../findings/resource.sql.js';
import type { ScanRow } from '../scans/scan.read.js';
import { configurationOf, scanWithConfiguration } from './configuration.js';
import type { ResourceConfigurationType } from './configuration.type.js';
import { reevaluate, type Reevaluation } from './reevaluation.js';
import { compareSnapshots, type SnapshotDifference } from './snapshot-comparison.js';

/** Resources of a snapshot for which its reading costs a unit more: some ten milliseconds of CPU. Source: schema/contract/limits.md. */
const RESOURCES_PER_UNIT = 10_000;

/** Of a resource that is in no stored snapshot. */
const UNKNOWN: ResourceConfigurationType = { scan: null, properties: [] };

/** Comparison of the resources of two completed scans, and re-evaluation of one by the current checks. */
export class SnapshotService {
  constructor(
    private readonly objects: ObjectStore,
    private readonly engine: CheckEngine,
    private readonly quota: TenantQuota,
    private readonly configurationQuota: TenantQuota,
  ) {}

  /**
   * Compares two scans.
   * @throws {AppError} CONFLICT when one stored no resources, GONE when they no longer exist, RATE_LIMITED
   */
  async compare(
    ctx: RequestContext,
    { from, to, first }: { from: ScanRow; to: ScanRow; first: number },
  ): Promise<SnapshotDifference & { from: ScanRow; to: ScanRow }> {
    const keys = { from: keyOf(from), to: keyOf(to) };
    await this.quota.take(ctx);
    const shapes = catalogueOf(ctx).resourceShapes;
    return { from, to, ...(await compareSnapshots(this.objects, { ...keys, first, shapes })) };
  }

  /**
   * What the scan that saw a resource last, up to a moment, read of it; no scan where none stored that.
   * @throws {AppError} GONE when the stored resources no longer exist, RATE_LIMITED
   */
  async configuration(
    ctx: RequestContext,
    resource: ResourceRow,
    asOf: Date | null,
  ): Promise<ResourceConfigurationType> {
    const scan = await scanWithConfiguration(ctx, resource, asOf);
    if (!scan?.snapshot) return UNKNOWN;
    await this.configurationQuota.take(ctx, 1 + Math.floor(scan.snapshot.resources / RESOURCES_PER_UNIT));
    const properties = await configurationOf(ctx, this.objects, { key: scan.snapshot.key, resource });
    return properties ? { scan, properties } : UNKNOWN;
  }

  /** Re-evaluates a scan. @throws {AppError} as `compare` */
  async reevaluate(ctx: RequestContext, scan: ScanRow): Promise<Reevaluation> {
    keyOf(scan);
    await this.quota.take(ctx);
    const found = await readRunningChecks(ctx.em, ctx.viewer.tenantId);
    const custom = found.length === 0 ? null : new CustomChecks(found, catalogueOf(ctx));
    const { objects, engine } = this;
    try {
      return await reevaluate(ctx, scan, { objects, engine, custom });
    } finally {
      await custom?.close();
    }
  }
}

function keyOf({ snapshot }: ScanRow): string {
  if (!snapshot) throw new AppError('CONFLICT', 'the scan stored no resources');
  return snapshot.key;
}
