import type { RequestContext } from '../../context.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import type { Role } from '../../access/roles.js';

export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired';

/** An invitation as shown to admins. */
export interface Invitation {
  id: string;
  email: string;
  role: Role;
  status: InvitationStatus;
  invitedBy: string | null;
  createdAt: Date;
  renewedAt: Date | null;
  expiresAt: Date;
}

/** An invitation as shown to the holder of its link. */
export interface TokenHolder {
  id: string;
  tenantId: string;
  organization: string;
  email: string;
  role: Role;
  status: InvitationStatus;
  tokenHash: string;
  expiresAt: Date;
}

/** Pending and expired invitations, newest first. */
export async function readInvitations({ em, viewer, clock }: RequestContext): Promise<Invitation[]> {
  const found = await invitations(em, viewer.tenantId)
    .where('status', '=', 'pending')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return found.map((invitation) => withExpiry(invitation, clock.now()));
}

/** One invitation of the tenant, or null. */
export async function readInvitation(
  { em, viewer, clock }: Pick<RequestContext, 'em' | 'viewer' | 'clock'>,
  id: string,
): Promise<Invitation | null> {
  const found = await invitations(em, viewer.tenantId).where('id', '=', id).executeTakeFirst();
  return found ? withExpiry(found, clock.now()) : null;
}

/** Current or former invitation of a token, of any tenant, or null. */
export async function readByToken(database: Database, hash: string): Promise<TokenHolder | null> {
  const found = await database.within({ kind: 'credential', hash }, () =>
    query(database.fork())
      .selectFrom('invitations')
      .select(['id', 'tenant_id as tenantId', 'email', 'role', 'status'])
      .select(['token_hash as tokenHash', 'expires_at as expiresAt'])
      .where((eb) => eb.or([eb('token_hash', '=', hash), eb('former_hashes', '@>', eb.val([hash]))]))
      .executeTakeFirst(),
  );
  if (!found) return null;
  const { tenantId } = found;
  const tenant = await database.within({ kind: 'tenant', tenantId }, () =>
    query(database.fork()).selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirst(),
  );
  return { ...found, organization: tenant?.name ?? '' };
}

/** Whether the token with this hash is still valid. */
export function isOpen({ status, tokenHash, expiresAt }: TokenHolder, hash: string, now: Date): boolean {
  return status === 'pending' && tokenHash === hash && expiresAt > now;
}

function invitations(em: EntityManager, tenantId: string) {
  return query(em)
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'status', 'invited_by as invitedBy'])
    .select(['created_at as createdAt', 'renewed_at as renewedAt', 'expires_at as expiresAt'])
    .where('tenant_id', '=', tenantId);
}

/**
 * The invitation with its current status: a pending one past its expiry is expired, whether or not its row says so yet.
 */
function withExpiry(invitation: Invitation, now: Date): Invitation {
  const isExpired = invitation.status === 'pending' && invitation.expiresAt <= now;
  return isExpired ? { ...invitation, status: 'expired' } : invitation;
}
