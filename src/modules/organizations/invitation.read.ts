import type { RequestContext } from '../../context.js';
import { row, rows, sql, type Database } from '../../platform/database/database.js';
import type { Role } from '../../access/roles.js';

export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired';

/** An invitation as an admin sees it. */
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

/** An invitation as the holder of its link knows it. */
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

/** Invitations that wait for an answer, and those that have waited too long; newest first. */
export function readInvitations({ em, viewer, clock }: RequestContext): Promise<Invitation[]> {
  return rows(
    em,
    sql<Invitation>`
      select ${columns(clock.now())} from invitations
      where tenant_id = ${viewer.tenantId} and status = 'pending' order by created_at desc, id`,
  );
}

/** One invitation of the tenant, or null. */
export function readInvitation(
  { em, viewer, clock }: Pick<RequestContext, 'em' | 'viewer' | 'clock'>,
  id: string,
): Promise<Invitation | null> {
  return row(
    em,
    sql<Invitation>`
      select ${columns(clock.now())} from invitations where id = ${id} and tenant_id = ${viewer.tenantId}`,
  );
}

/** The invitation that a token opens or has opened, of any tenant, or null. */
export async function readByToken(database: Database, hash: string): Promise<TokenHolder | null> {
  const found = await database.within({ kind: 'credential', hash }, () =>
    row(
      database.fork(),
      sql<Omit<TokenHolder, 'organization'>>`
        select id, tenant_id as "tenantId", email, role, status, token_hash as "tokenHash", expires_at as "expiresAt"
        from invitations where token_hash = ${hash} or former_hashes @> array[${hash}::text]`,
    ),
  );
  if (!found) return null;
  const { tenantId } = found;
  const tenant = await database.within({ kind: 'tenant', tenantId }, () =>
    row(database.fork(), sql<{ name: string }>`select name from tenants where id = ${tenantId}`),
  );
  return { ...found, organization: tenant?.name ?? '' };
}

/** Whether the token of `hash` can still be used. */
export function isOpen({ status, tokenHash, expiresAt }: TokenHolder, hash: string, now: Date): boolean {
  return status === 'pending' && tokenHash === hash && expiresAt > now;
}

function columns(now: Date) {
  return sql`
    id, email, role, case when status = 'pending' and expires_at <= ${now} then 'expired' else status end as status,
    invited_by as "invitedBy", created_at as "createdAt", renewed_at as "renewedAt", expires_at as "expiresAt"`;
}
