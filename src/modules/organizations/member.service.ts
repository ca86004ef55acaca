import type { RequestContext } from '../../context.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { forgetMfa } from '../auth/mfa.service.js';
import type { Role } from '../../access/roles.js';
import { lockTenant } from './tenant.lock.js';

/** Changes and removes members. The last admin stays one. */
export class MemberService {
  /** Takes effect on the member's next request. @throws {AppError} NOT_FOUND; CONFLICT for the last admin */
  async setRole(ctx: RequestContext, userId: string, role: Role): Promise<void> {
    await this.change(ctx, userId, async (em, tenantId, member) => {
      if (member.role === role) return;
      if (member.role === 'admin') await requireAnotherAdmin(em, tenantId, userId);
      await rows(em, sql`update users set role = ${role} where id = ${userId} and tenant_id = ${tenantId}`);
      await recordAudit(ctx, em, {
        action: 'member.role_changed',
        resourceType: 'member',
        resourceId: userId,
        before: { role: member.role },
        after: { role },
      });
    });
  }

  /**
   * Ends a membership: from the next request on nothing the member holds is worth anything. What they did stays under their
   * name; their address is free again.
   * @throws {AppError} NOT_FOUND; CONFLICT for the last admin
   */
  async remove(ctx: RequestContext, userId: string): Promise<void> {
    await this.change(ctx, userId, async (em, tenantId, member) => {
      if (member.role === 'admin') await requireAnotherAdmin(em, tenantId, userId);
      const now = ctx.clock.now();
      await forgetMfa(em, tenantId, userId);
      await rows(
        em,
        sql`update users set removed_at = ${now}, credentials_changed_at = ${now}, password_hash = null,
              mfa_secret = null
            where id = ${userId} and tenant_id = ${tenantId}`,
      );
      await recordAudit(ctx, em, {
        action: 'member.removed',
        resourceType: 'member',
        resourceId: userId,
        before: { email: member.email, role: member.role },
      });
    });
  }

  /**
   * Lets a member who has lost their authenticator log in without it. Not oneself: a token that was stolen must not do that.
   * @throws {AppError} NOT_FOUND; CONFLICT for oneself, and for a member without one-time codes
   */
  async resetMfa(ctx: RequestContext, userId: string): Promise<void> {
    await this.change(ctx, userId, async (em, tenantId) => {
      if (userId.toLowerCase() === ctx.viewer.userId) throw new AppError('CONFLICT', 'your own codes need disableMfa');
      if (!(await forgetMfa(em, tenantId, userId))) throw new AppError('CONFLICT', 'the member has no one-time codes');
      await recordAudit(ctx, em, {
        action: 'member.mfa_reset',
        resourceType: 'member',
        resourceId: userId,
        before: { mfa_enabled: true },
        after: { mfa_enabled: false },
      });
    });
  }

  /** Runs `work` on a member while nobody else changes any of the tenant. */
  private async change(
    ctx: RequestContext,
    userId: string,
    work: (em: EntityManager, tenantId: string, member: { email: string; role: Role }) => Promise<void>,
  ): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      await lockTenant(em, tenantId);
      const member = await row(
        em,
        sql<{ email: string; role: Role }>`
          select email, role from users where id = ${userId} and tenant_id = ${tenantId} and removed_at is null`,
      );
      if (!member) throw notFound();
      await work(em, tenantId, member);
    });
  }
}

/** @throws {AppError} CONFLICT when no other admin would be left */
async function requireAnotherAdmin(em: EntityManager, tenantId: string, userId: string): Promise<void> {
  const other = await row(
    em,
    sql`select 1 from users
        where tenant_id = ${tenantId} and role = 'admin' and id <> ${userId} and removed_at is null limit 1`,
  );
  if (!other) throw new AppError('CONFLICT', 'the last admin can be neither removed nor demoted');
}
