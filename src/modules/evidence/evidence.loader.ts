import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { artifactsOfControls, type EvidenceRow } from './evidence.sql.js';

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
