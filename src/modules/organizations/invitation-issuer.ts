import { createHash, randomBytes } from 'node:crypto';
import { languageOf, type Language } from '../../messages/language.js';
import { HOUR } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { crossing } from '../../platform/database/transaction-scope.js';
import type { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { accountKey } from '../auth/account-key.rules.js';
import type { Role } from '../../access/roles.js';
import { invitationMail } from './invitation-mail.js';
import { InvitationEntity } from './invitation.entity.js';
import { renewInvitation } from './invitation.sql.js';
import type { Tenant } from './tenant.entity.js';

/** Lifetime of an invitation. Source: schema/contract/organizations.md, "Invitations". */
const LIFETIME_MS = 72 * HOUR;
const TOKEN_BYTES = 32;

export interface Invitee {
  email: string;
  role: Role;
  /** Null for an invitation by the operator. */
  invitedBy: string | null;
  at: Date;
}

export interface IssuedInvitation {
  id: string;
  /** False for a renewed invitation. */
  isNew: boolean;
  /** Link for its acceptance. Its token is not stored. */
  url: string;
}

/** Creation and renewal of invitations, with their mail. */
export class InvitationIssuer {
  constructor(
    readonly mails: OutgoingMails,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Invites an address, or renews its pending invitation, in the transaction of `em`, which has locked the tenant.
   */
  async issue(em: EntityManager, tenant: Tenant, invitee: Invitee): Promise<IssuedInvitation> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(invitee.at.getTime() + LIFETIME_MS);
    const renewed = await renew(em, tenant.id, invitee, { hash: tokenHash(token), expiresAt });
    const id = renewed ?? (await insert(em, tenant.id, invitee, { hash: tokenHash(token), expiresAt }));
    const url = `${this.publicUrl.href}/register?token=${token}`;
    const { email: to, role } = invitee;
    const { id: tenantId, name: organization, timezone } = tenant;
    const language = await languageFor(em, tenantId, invitee);
    const mail = invitationMail({ to, language, organization, role, url, expiresAt, timezone });
    await this.mails.add(em, tenant.id, { reference: mailReference(id), mail, expiresAt });
    return { id, isNew: renewed === null, url };
  }
}

/** Language of an invitation: that of the account which the address has, else of who invites; English by the operator. */
async function languageFor(em: EntityManager, tenantId: string, { email, invitedBy }: Invitee): Promise<Language> {
  const key = accountKey(email);
  const account = await crossing(em, { from: { tenantId }, to: { email: key } }, () =>
    query(em).selectFrom('accounts').select('language').where('email_key', '=', key).executeTakeFirst(),
  );
  if (account?.language != null || invitedBy === null) return languageOf(account?.language);
  const inviter = await query(em)
    .selectFrom('users')
    .select('language')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', invitedBy)
    .executeTakeFirst();
  return languageOf(inviter?.language);
}

/** Reference of the mails of an invitation. */
export function mailReference(invitationId: string): string {
  return `invitation ${invitationId}`;
}

/** Hash by which a link's token is stored: SHA-256, in hexadecimal digits. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

interface NewLink {
  hash: string;
  expiresAt: Date;
}

/** Gives the pending invitation of an address a new token, role and expiry. @returns its id, or null for none */
async function renew(em: EntityManager, tenantId: string, invitee: Invitee, link: NewLink): Promise<string | null> {
  const renewed = await renewInvitation.one(em, { tenantId, emailKey: accountKey(invitee.email), ...invitee, ...link });
  return renewed?.id ?? null;
}

async function insert(em: EntityManager, tenantId: string, invitee: Invitee, link: NewLink): Promise<string> {
  const { email, role, invitedBy, at } = invitee;
  const emailKey = accountKey(email);
  await query(em)
    .updateTable('invitations')
    .set({ status: 'expired' })
    .where('tenant_id', '=', tenantId)
    .where('email_key', '=', emailKey)
    .where('status', '=', 'pending')
    .execute();
  const id = newId();
  const { hash: tokenHash, expiresAt } = link;
  em.create(InvitationEntity, { id, tenantId, email, emailKey, role, tokenHash, invitedBy, createdAt: at, expiresAt });
  await em.flush();
  return id;
}
