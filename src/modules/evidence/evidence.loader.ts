import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { evidenceType, type ShownEvidence } from './evidence.read.js';
import { artifactsById, artifactsOfControls } from './evidence.sql.js';

const ARTIFACTS_MAX = 20;

/** Loader for `ctx.once`: the newest 20 artifacts by control number, in one statement per batch. */
export function linkedEvidenceLoader(ctx: RequestContext): DataLoader<number, ShownEvidence[]> {
  const { em, viewer } = ctx;
  return new DataLoader(async (nos) => {
    const found = await artifactsOfControls.all(em, {
      tenantId: viewer.tenantId,
      nos: [...nos],
      artifactsMax: ARTIFACTS_MAX,
    });
    const byNo = Map.groupBy(found, ({ controlNo }) => controlNo);
    return nos.map((no) => (byNo.get(no) ?? []).map((row) => evidenceType(ctx, row)));
  });
}

/** For `ctx.once`: artifacts of the tenant, and parts of them, by their ids, in one statement for all of a batch; null where there is none. */
export function evidenceLoader(ctx: RequestContext): DataLoader<string, ShownEvidence | null> {
  const { em, viewer } = ctx;
  return new DataLoader(async (ids) => {
    const found = await artifactsById.all(em, { tenantId: viewer.tenantId, ids });
    const byId = new Map(found.map((row) => [row.id, evidenceType(ctx, row)]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}
