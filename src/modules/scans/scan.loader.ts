import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { checkedCounts } from './result.sql.js';
import type { ScanRow } from './scan.read.js';
import { scansById } from './scan.sql.js';

/** For `ctx.once`: scans of the tenant by their ids, in one statement for all of a batch; null where there is none. */
export function scanLoader({ em, viewer }: RequestContext): DataLoader<string, ScanRow | null> {
  return new DataLoader(async (ids) => {
    const found = await scansById.all(em, { tenantId: viewer.tenantId, ids });
    const byId = new Map(found.map((scan) => [scan.id, scan]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}

/** For `ctx.once`: how many controls a check looked at in each scan, by its id, in one statement for all of a batch. */
export function checkedControlsLoader({ em, viewer }: RequestContext): DataLoader<string, number> {
  return new DataLoader(async (scanIds) => {
    const found = await checkedCounts.all(em, { tenantId: viewer.tenantId, scanIds });
    const byId = new Map(found.map(({ scanId, count }) => [scanId, count]));
    return scanIds.map((id) => byId.get(id) ?? 0);
  });
}
