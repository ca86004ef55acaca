import { createHash, randomBytes } from 'node:crypto';
import { HOUR } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import type { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { accountKey } from '../auth/account-key.rules.js';
import type { Role } from '../../access/roles.js';
import { invitationMail } from './invitation.mail.js';
import type { LockedTenant } from './tenant.lock.js';

/** Source: schema/contract/organizations.md, "Invitations". */
const LIFETIME_MS = 72 * HOUR;
const TOKEN_BYTES = 32;
/** How many links that were replaced still tell their holders so. */
const FORMER_MAX = 20;

export interface Invitee {
  email: string;
  role: Role;
  /** Null where the operator invites. */
  invitedBy: string | null;
  at: Date;
}

export interface Issued {
  id: string;
  /** False where a pending invitation was renewed. */
  isNew: boolean;
  /** Where it is accepted. Known now, and never again. */
  url: string;
}

/** Writes invitations and their mail. */
export class InvitationIssuer {
  constructor(
    readonly mails: OutgoingMails,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Invites an address, or renews what it has pending, in the transaction of `em`, which holds the tenant.
   */
  async issue(em: EntityManager, tenant: LockedTenant, invitee: Invitee): Promise<Issued> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(invitee.at.getTime() + LIFETIME_MS);
    const renewed = await renew(em, tenant.id, invitee, { hash: tokenHash(token), expiresAt });
    const id = renewed ?? (await insert(em, tenant.id, invitee, { hash: tokenHash(token), expiresAt }));
    const url = `${this.publicUrl.href}/register?token=${token}`;
    const { email: to, role } = invitee;
    const mail = invitationMail({ to, organization: tenant.name, role, url, expiresAt, timezone: tenant.timezone });
    await this.mails.add(em, tenant.id, { reference: mailReference(id), mail, expiresAt });
    return { id, isNew: renewed === null, url };
  }
}

/** Of the mails that an invitation sends. */
export function mailReference(invitationId: string): string {
  return `invitation ${invitationId}`;
}

/** What is kept of a link's token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

interface Fresh {
  hash: string;
  expiresAt: Date;
}

/** Gives the pending invitation of the address another token, role and end. @returns its id, or null where there is none */
async function renew(em: EntityManager, tenantId: string, invitee: Invitee, fresh: Fresh): Promise<string | null> {
  const { email, role, invitedBy, at } = invitee;
  const renewed = await row(
    em,
    sql<{ id: string }>`
      update invitations set
        former_hashes = (array_prepend(token_hash, former_hashes))[1:${FORMER_MAX}],
        token_hash = ${fresh.hash}, email = ${email}, role = ${role}, invited_by = ${invitedBy}, renewed_at = ${at},
        expires_at = ${fresh.expiresAt}
      where tenant_id = ${tenantId} and email_key = ${accountKey(email)} and status = 'pending' and expires_at > ${at}
      returning id`,
  );
  return renewed?.id ?? null;
}

async function insert(em: EntityManager, tenantId: string, invitee: Invitee, fresh: Fresh): Promise<string> {
  const { email, role, invitedBy, at } = invitee;
  const key = accountKey(email);
  await rows(
    em,
    sql`update invitations set status = 'expired'
        where tenant_id = ${tenantId} and email_key = ${key} and status = 'pending'`,
  );
  const id = newId();
  await rows(
    em,
    sql`insert into invitations
          (id, tenant_id, email, email_key, role, token_hash, invited_by, created_at, expires_at)
        values (${id}, ${tenantId}, ${email}, ${key}, ${role}, ${fresh.hash}, ${invitedBy}, ${at}, ${fresh.expiresAt})`,
  );
  return id;
}
