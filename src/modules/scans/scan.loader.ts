import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
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
