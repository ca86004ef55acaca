import type { RequestContext } from '../../context.js';
import { controlsWithEvidence } from './evidence.sql.js';

/** For `ctx.once`: numbers of the controls with an artifact that is not withdrawn, in one statement. */
export async function evidencedControls({ em, viewer }: RequestContext): Promise<ReadonlySet<number>> {
  const found = await controlsWithEvidence.all(em, { tenantId: viewer.tenantId });
  return new Set(found.map(({ controlNo }) => controlNo));
}
