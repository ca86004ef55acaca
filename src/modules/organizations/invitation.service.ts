import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { query, violatedConstraint, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import { recordAudit, recordAuditAs, type AuditEntry } from '../audit/audit.js';
import { accountKey } from '../auth/account-key.rules.js';
import { ownPage } from '../auth/browser-sessions.js';
import { enforcedSignOnOf, signOnRequired } from '../auth/enforced-sign-on.js';
import type { SessionKind } from '../auth/session.type.js';
import type { PasswordPolicy } from '../auth/password.rules.js';
import type { Role } from '../../access/roles.js';
import type { Login, Sessions } from '../auth/sessions.js';
import { InvitationEntity } from './invitation.entity.js';
import { mailReference, tokenHash, type InvitationIssuer } from './invitation-issuer.js';
import { isOpen, readByToken, readInvitation, type Invitation, type TokenHolder } from './invitation.read.js';
import { checkUserLimit, lockTenant, refuseMember } from './tenant-lock.js';
import { UserEntity } from './user.entity.js';

export interface InvitationServiceOptions {
  database: Database;
  issuer: InvitationIssuer;
  sender: Pick<MailSender, 'wake'>;
  policy: PasswordPolicy;
  hasher: PasswordHasher;
  sessions: Sessions;
  /** Each sends a mail to somebody outside. */
  quota: TenantQuota;
}

/** Invitations, from the first mail to the new member. Source: specification, section 4, "Organization". */
export class InvitationService {
  constructor(private readonly options: InvitationServiceOptions) {}

  /**
   * Invites an address, or renews and resends its pending invitation, whether or not the address has an account
   * elsewhere.
   * @throws {AppError} CONFLICT for a member of the caller's own organization; LICENSE_LIMIT_REACHED; RATE_LIMITED
   */
  async invite(
    ctx: RequestContext,
    { email, role }: { email: string; role: Role },
  ): Promise<{ invitation: Invitation; url: string }> {
    const { tenantId, userId } = ctx.viewer;
    await this.options.quota.take(ctx);
    const invited = await ctx.em.transactional(async (em) => {
      const tenant = await lockTenant(em, tenantId);
      await refuseMember(em, tenantId, email);
      await checkUserLimit(em, tenant);
      const issued = await this.options.issuer.issue(em, tenant, {
        email,
        role,
        invitedBy: userId,
        at: ctx.clock.now(),
      });
      const action = issued.isNew ? 'invitation.created' : 'invitation.renewed';
      await recordAudit(ctx, em, audited(action, issued.id, null, { email, role }));
      return { invitation: await readBack(ctx, em, issued.id), url: issued.url };
    });
    await this.options.sender.wake();
    return invited;
  }

  /** Revokes an invitation. @throws {AppError} NOT_FOUND; CONFLICT when it was accepted or revoked already */
  async revoke(ctx: RequestContext, id: string): Promise<Invitation> {
    const { tenantId } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      const found = await em.findOne(InvitationEntity, { id, tenantId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!found) throw notFound();
      if (found.status !== 'pending') throw new AppError('CONFLICT', `the invitation is ${found.status} already`);
      found.status = 'revoked';
      await em.flush();
      await this.options.issuer.mails.drop(em, tenantId, mailReference(id.toLowerCase()));
      await recordAudit(ctx, em, audited('invitation.revoked', id, { status: 'pending' }, { status: 'revoked' }));
      return readBack(ctx, em, id);
    });
  }

  /**
   * Data for the registration page of a link.
   * @throws {AppError} NOT_FOUND for an unknown token; GONE for one that was used, revoked or replaced, or has expired
   */
  preview(ctx: RequestContext, token: string): Promise<TokenHolder> {
    return this.holder(ctx, token);
  }

  /**
   * Creates the invited account and logs it in. Where the organization enforces single sign-on at the address, the account
   * has no password and is not logged in: SINGLE_SIGN_ON_REQUIRED says how it is from then on.
   * @throws {AppError} NOT_FOUND, GONE as `preview`; VALIDATION_FAILED for a refused password; CONFLICT when the
   * address has an account already, here or elsewhere; LICENSE_LIMIT_REACHED
   */
  async accept(
    ctx: RequestContext,
    { token, name, password }: { token: string; name: string; password: string },
    kind: SessionKind = 'token',
  ): Promise<Login> {
    if (kind === 'browser') ownPage(ctx);
    const { database, policy, hasher, sessions } = this.options;
    const holder = await this.holder(ctx, token);
    const person = name.trim();
    policy.check(password, { email: holder.email, name: person, organization: holder.organization });
    const { tenantId, email, role } = holder;
    const enforced = await enforcedSignOnOf(database, accountKey(email));
    const passwordHash = enforced?.tenantId === tenantId ? null : await hasher.hash(password);
    const [id, now] = [newId(), ctx.clock.now()];
    try {
      await database.within({ kind: 'tenant', tenantId }, () =>
        database.fork().transactional(async (em) => {
          await checkUserLimit(em, await lockTenant(em, tenantId));
          await take(em, holder, tokenHash(token), now);
          em.create(UserEntity, {
            id,
            tenantId,
            email,
            emailKey: accountKey(email),
            name: person,
            role,
            passwordHash,
            credentialsChangedAt: now,
            createdAt: now,
          });
          await em.flush();
          const actor = { type: 'user', id, apiKeyId: null, address: ctx.address, requestId: ctx.requestId } as const;
          const entry = audited(
            'invitation.accepted',
            holder.id,
            { status: 'pending' },
            { status: 'accepted', user_id: id },
          );
          await recordAuditAs(actor, em, { ...entry, tenantId, at: now });
        }),
      );
    } catch (err) {
      if (violatedConstraint(err) !== 'users_email_unique') throw err;
      throw new AppError('CONFLICT', 'this e-mail address has an account already', { cause: err });
    }
    if (passwordHash === null) throw signOnRequired();
    const account = { id, tenantId, email, name: person, role, mfaEnabled: false, lastLoginAt: null };
    return sessions.open({ ...account, passwordHash }, ctx, { kind });
  }

  private async holder(ctx: RequestContext, token: string): Promise<TokenHolder> {
    const holder = await readByToken(this.options.database, tokenHash(token));
    if (!holder) throw notFound();
    if (!isOpen(holder, tokenHash(token), ctx.clock.now())) throw gone();
    return holder;
  }
}

/** The invitation as written by this transaction: another one may renew it before the response is sent. */
async function readBack({ viewer, clock }: RequestContext, em: EntityManager, id: string): Promise<Invitation> {
  const invitation = await readInvitation({ em, viewer, clock }, id);
  if (!invitation) throw notFound();
  return invitation;
}

function gone(): AppError {
  return new AppError('GONE', 'this invitation was used, replaced or revoked, or has expired');
}

/** Marks the invitation as accepted, for one of several concurrent uses of its link. @throws {AppError} GONE */
async function take(em: EntityManager, { id, tenantId }: TokenHolder, hash: string, now: Date): Promise<void> {
  const taken = await query(em)
    .updateTable('invitations')
    .set({ status: 'accepted' })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'pending')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw gone();
}

function audited(
  action: string,
  resourceId: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return { action, resourceType: 'invitation', resourceId, before, after };
}
