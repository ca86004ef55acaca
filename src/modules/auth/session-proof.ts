import type { RequestContext, Viewer } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';

/** Stamps the session of the request: its owner has proved now who they are. */
export async function stampSession({ clock, viewer }: RequestContext, em: EntityManager): Promise<void> {
  await query(em)
    .updateTable('sessions')
    .set({ authenticated_at: clock.now() })
    .where('id', '=', viewer.sessionId)
    .where('tenant_id', '=', viewer.tenantId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Records whether the owner of a session has shown a passkey in it, and so both factors. */
export async function setPasskeyProof(
  em: EntityManager,
  { sessionId, tenantId }: Pick<Viewer, 'sessionId' | 'tenantId'>,
  hasPasskeyProof: boolean,
): Promise<void> {
  await query(em)
    .updateTable('sessions')
    .set({ has_passkey_proof: hasPasskeyProof })
    .where('id', '=', sessionId)
    .where('tenant_id', '=', tenantId)
    .execute();
}

/** Whether a passkey was shown in the session of the request. */
export async function hasPasskeyProof({ em, viewer }: RequestContext): Promise<boolean> {
  const found = await query(em)
    .selectFrom('sessions')
    .select('has_passkey_proof as hasProof')
    .where('id', '=', viewer.sessionId)
    .where('tenant_id', '=', viewer.tenantId)
    .executeTakeFirst();
  return found?.hasProof ?? false;
}
