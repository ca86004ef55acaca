import type { RequestContext, Viewer } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';

/** Who proves that the owner of a session is there: the account's own credentials, or an identity provider of the organization. */
export type Prover = 'account' | 'provider';

/**
 * Refuses what concerns every organization of an account, where it was the identity provider of one that has proved last who the caller
 * is: a provider says who enters its own organization.
 * @throws {AppError} REAUTHENTICATION_REQUIRED
 */
export function requireOwnProof({ authenticatedBy }: Viewer): void {
  if (authenticatedBy === 'account') return;
  const message =
    'this concerns all your organizations: give the password, a one-time code or a passkey of your account';
  throw new AppError('REAUTHENTICATION_REQUIRED', message);
}

/** Stamps a session: its owner has proved who they are. @returns whether the session was open */
export async function stampSession(
  em: EntityManager,
  { sessionId, tenantId }: Pick<Viewer, 'sessionId' | 'tenantId'>,
  { at, by }: { at: Date; by: Prover },
): Promise<boolean> {
  const stamped = await query(em)
    .updateTable('sessions')
    .set({ authenticated_at: at, authenticated_by: by })
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
