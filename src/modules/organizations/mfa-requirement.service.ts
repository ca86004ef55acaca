import type { RequestContext } from '../../context.js';
import { DAY } from '../../platform/clock.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { lockTenant } from './tenant-lock.js';

/** Whether an organization requires a second factor of its members, codes or a passkey, and from when. */
export class MfaRequirementService {
  /**
   * Requires a second factor after a number of days, or not any more. Members without codes who have not shown a passkey
   * in their session can then do nothing but enrol; API keys and members who log in without a password are not concerned.
   * A date that has come is not put off.
   * @throws {AppError} CONFLICT for a caller with neither, who would lock themselves out
   */
  async set(ctx: RequestContext, { isRequired, graceDays }: { isRequired: boolean; graceDays: number }): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    const now = ctx.clock.now();
    await ctx.em.transactional(async (em) => {
      const tenant = await lockTenant(em, tenantId);
      if (isRequired && !(await hasSecondFactor(em, { tenantId, userId })))
        throw new AppError('CONFLICT', 'set up one-time codes or a passkey of your own first');
      const before = tenant.mfaRequiredFrom ?? null;
      const isInForce = before !== null && before <= now;
      const wanted = isInForce ? before : new Date(now.getTime() + graceDays * DAY);
      const after = isRequired ? wanted : null;
      if (after?.getTime() === before?.getTime()) return;
      tenant.mfaRequiredFrom = after;
      await em.flush();
      await recordAudit(ctx, em, {
        action: 'organization.mfa_requirement_changed',
        resourceType: 'organization',
        resourceId: tenantId,
        before: { mfa_required_from: before },
        after: { mfa_required_from: after },
      });
    });
  }
}

async function hasSecondFactor(
  em: EntityManager,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<boolean> {
  const { hasCodes, passkeyCount } = await query(em)
    .selectFrom('users')
    .select(['mfa_enabled as hasCodes', 'passkey_count as passkeyCount'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return hasCodes || passkeyCount > 0;
}
