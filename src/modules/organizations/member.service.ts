import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { deleteMfa } from '../auth/mfa.service.js';
import type { Role } from '../../access/roles.js';
import { lockTenant } from './tenant-lock.js';
import { UserEntity, type User } from './user.entity.js';

/** Change and removal of members. The last admin can be neither removed nor demoted. */
export class MemberService {
  /** Changes a role from the member's next request. @throws {AppError} NOT_FOUND; CONFLICT for the last admin */
  async setRole(ctx: RequestContext, userId: string, role: Role): Promise<void> {
    await this.change(ctx, userId, async (em, member) => {
      const { role: before } = member;
      if (before === role) return;
      if (before === 'admin') await requireAnotherAdmin(em, member);
      member.role = role;
      await em.flush();
      await recordAudit(ctx, em, {
        action: 'member.role_changed',
        resourceType: 'member',
        resourceId: userId,
        before: { role: before },
        after: { role },
      });
    });
  }

  /**
   * Removes a member. From the next request all their credentials are refused; their actions stay under their name, and
   * their address is free again.
   * @throws {AppError} NOT_FOUND; CONFLICT for the last admin
   */
  async remove(ctx: RequestContext, userId: string): Promise<void> {
    await this.change(ctx, userId, async (em, member) => {
      if (member.role === 'admin') await requireAnotherAdmin(em, member);
      const now = ctx.clock.now();
      await deleteMfa(em, member);
      Object.assign(member, { removedAt: now, credentialsChangedAt: now, passwordHash: null, mfaSecret: null });
      await em.flush();
      await recordAudit(ctx, em, {
        action: 'member.removed',
        resourceType: 'member',
        resourceId: userId,
        before: { email: member.email, role: member.role },
      });
    });
  }

  /**
   * Switches off one-time codes of a member who has lost their authenticator. Not the caller's own: a stolen token must
   * not do that.
   * @throws {AppError} NOT_FOUND; CONFLICT for the caller, and for a member without one-time codes
   */
  async resetMfa(ctx: RequestContext, userId: string): Promise<void> {
    await this.change(ctx, userId, async (em, member) => {
      if (userId.toLowerCase() === ctx.viewer.userId)
        throw new AppError('CONFLICT', 'use disableMfa for your own one-time codes');
      if (!(await deleteMfa(em, member))) throw new AppError('CONFLICT', 'the member has no one-time codes');
      await recordAudit(ctx, em, {
        action: 'member.mfa_reset',
        resourceType: 'member',
        resourceId: userId,
        before: { mfa_enabled: true },
        after: { mfa_enabled: false },
      });
    });
  }

  /** Runs `work` on a member while the members of the tenant are locked. @throws {AppError} NOT_FOUND */
  private async change(
    ctx: RequestContext,
    userId: string,
    work: (em: EntityManager, member: User) => Promise<void>,
  ): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      await lockTenant(em, tenantId);
      const member = await em.findOne(UserEntity, { id: userId, tenantId, removedAt: null });
      if (!member) throw notFound();
      await work(em, member);
    });
  }
}

/** @throws {AppError} CONFLICT when no other admin would remain */
async function requireAnotherAdmin(em: EntityManager, { id, tenantId }: User): Promise<void> {
  const other = await query(em)
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'admin')
    .where('id', '<>', id)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new AppError('CONFLICT', 'the last admin can be neither removed nor demoted');
}
