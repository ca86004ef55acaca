import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { evidenceType } from './evidence.read.js';
import { artifactsById, artifactsOfControls, type EvidenceRow } from './evidence.sql.js';
import type { EvidenceType } from './evidence.type.js';

const ARTIFACTS_MAX = 20;

/** Loader for `ctx.once`: the newest 20 artifacts by control number, in one statement per batch. */
export function linkedEvidenceLoader({ em, viewer }: RequestContext): DataLoader<number, EvidenceRow[]> {
  return new DataLoader(async (nos) => {
    const found = await artifactsOfControls.all(em, {
      tenantId: viewer.tenantId,
      nos: [...nos],
      artifactsMax: ARTIFACTS_MAX,
    });
    const byNo = Map.groupBy(found, ({ controlNo }) => controlNo);
    return nos.map((no) => byNo.get(no) ?? []);
  });
}

/** For `ctx.once`: artifacts of the tenant by their ids, in one statement for all of a batch; null where there is none. */
export function evidenceLoader({ em, viewer }: RequestContext): DataLoader<string, EvidenceType | null> {
  return new DataLoader(async (ids) => {
    const found = await artifactsById.all(em, { tenantId: viewer.tenantId, ids });
    const byId = new Map(found.map((row) => [row.id, evidenceType(row)]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}
