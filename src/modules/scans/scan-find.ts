import type { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { readScan, type ScanRow } from './scan.read.js';

/** A scan of the tenant. @throws {AppError} NOT_FOUND for an unknown, malformed or foreign id alike */
export async function findScan(ctx: RequestContext, id: string): Promise<ScanRow> {
  const scan = isUuid(id) ? await readScan(ctx.em, ctx.viewer.tenantId, id) : null;
  if (!scan) throw notFound();
  return scan;
}

/** A completed scan of the tenant. @throws {AppError} NOT_FOUND as `findScan`; CONFLICT for a scan that has no results */
export async function findCompletedScan(ctx: RequestContext, id: string): Promise<ScanRow> {
  const scan = await findScan(ctx, id);
  if (scan.status === 'completed') return scan;
  throw new AppError('CONFLICT', 'the scan is not completed');
}
