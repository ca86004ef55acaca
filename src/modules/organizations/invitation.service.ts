import { LockMode } from '@mikro-orm/core';
import type { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import type { EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import { recordAudit, type AuditEntry } from '../audit/audit.js';
import type { AuditAction } from '../audit/audit-actions.js';
import type { Role } from '../../access/roles.js';
import { InvitationEntity } from './invitation.entity.js';
import { mailReference, type InvitationIssuer } from './invitation-issuer.js';
import { readInvitation, type Invitation } from './invitation.read.js';
import { checkUserLimit, lockTenant, refuseMember } from './tenant-lock.js';

export interface InvitationServiceOptions {
  issuer: InvitationIssuer;
  sender: Pick<MailSender, 'wake'>;
  /** Each sends a mail to somebody outside. */
  quota: TenantQuota;
}

/** Invitations as admins send and revoke them; how they end: `InvitationAcceptance`. Source: specification, section 4, "Organization". */
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
}

/** The invitation as written by this transaction: another one may renew it before the response is sent. */
async function readBack({ viewer, clock }: RequestContext, em: EntityManager, id: string): Promise<Invitation> {
  const invitation = await readInvitation({ em, viewer, clock }, id);
  if (!invitation) throw notFound();
  return invitation;
}

function audited(
  action: AuditAction,
  resourceId: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return { action, resourceType: 'invitation', resourceId, before, after };
}
