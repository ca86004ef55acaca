import type { RequestContext, Viewer } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';

/** Stamps a session: its owner has proved who they are. @returns whether the session was open */
export async function stampSession(
  em: EntityManager,
  { sessionId, tenantId }: Pick<Viewer, 'sessionId' | 'tenantId'>,
  at: Date,
): Promise<boolean> {
  const stamped = await query(em)
    .updateTable('sessions')
    .set({ authenticated_at: at })
    .where('id', '=', sessionId)
    .where('tenant_id', '=', tenantId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return stamped.numUpdatedRows === 1n;
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
