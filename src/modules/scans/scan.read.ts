import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import type { EntityManager } from '../../platform/database/database.js';
import type { RowOf } from '../../platform/database/statement-row.js';
import { scanById, scanCount, scanPage, selectedScanCount, selectedScanPage, type ScanFilter } from './scan.sql.js';

/** A scan job as clients see it. */
export type ScanRow = RowOf<typeof scanById.row>;

/** One scan of a tenant, or null. */
export function readScan(em: EntityManager, tenantId: string, id: string): Promise<ScanRow | null> {
  return scanById.one(em, { tenantId, id });
}

/** Scans of the tenant, newest first. Their numbers have no gaps, so without a filter an offset costs what a key costs. */
export async function readScans(
  { em, viewer }: RequestContext,
  filter: ScanFilter | null,
  request: PageRequest,
): Promise<Page<ScanRow>> {
  const { tenantId } = viewer;
  const { first, offset } = request;
  const after = request.after === null ? null : Number(decodeCursor(request.after, ['integer'])[0]);
  const page = { tenantId, after, offset, limit: first + 1 };
  const found = filter ? await selectedScanPage.all(em, { ...page, filter }) : await scanPage.all(em, page);
  const count = () => (filter ? selectedScanCount.only(em, { tenantId, filter }) : scanCount.only(em, { tenantId }));
  return pageOf(found, first, {
    cursorOf: ({ sequence }) => encodeCursor(sequence),
    countAll: async () => (await count()).count,
  });
}
