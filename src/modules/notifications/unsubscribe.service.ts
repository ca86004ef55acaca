import type { Actor } from '../../access/actor.js';
import type { Clock } from '../../platform/clock.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAuditAs } from '../audit/audit.js';
import { forgetWaiting } from './notification-rule.service.js';
import type { UnsubscribeClaim, UnsubscribeLinks } from './unsubscribe-links.js';

/** Unsubscribes from a rule who follows the link in one, without a log-in. */
export class Unsubscriptions {
  constructor(private readonly options: { database: Database; links: UnsubscribeLinks; clock: Clock }) {}

  /**
   * What a link unsubscribes, changing nothing.
   * @throws {AppError} NOT_FOUND for a link that is not ours; GONE for one that has expired
   */
  check(token: string): UnsubscribeClaim {
    const claim = this.options.links.read(token);
    if (claim === null) throw notFound();
    if (claim === 'expired') throw new AppError('GONE', 'this link has expired');
    return claim;
  }

  /**
   * Pauses a rule of a person; takes them out of one of the organization, which is paused where nobody is left. Repeated, and where
   * the rule is gone, it changes nothing.
   * @throws {AppError} NOT_FOUND, GONE, as `check`
   */
  async unsubscribe(token: string, origin: Pick<Actor, 'address' | 'userAgent' | 'requestId'>): Promise<void> {
    const { database } = this.options;
    const claim = this.check(token);
    await database.within({ kind: 'tenant', tenantId: claim.tenantId }, () =>
      database
        .fork()
        .transactional((em) =>
          this.removeReceiver(em, claim, { ...origin, type: 'user', id: claim.userId, apiKeyId: null }),
        ),
    );
  }

  private async removeReceiver(
    em: EntityManager,
    { tenantId, ruleId, userId }: UnsubscribeClaim,
    actor: Actor,
  ): Promise<void> {
    const rule = await query(em)
      .selectFrom('notification_rules')
      .select(['owner_id as ownerId', 'member_ids as memberIds', 'paused_at as pausedAt'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', ruleId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!rule) return;
    const memberIds = rule.memberIds.filter((id) => id !== userId);
    const isSent = rule.ownerId === userId ? rule.pausedAt === null : memberIds.length < rule.memberIds.length;
    if (!isSent) return;
    const at = this.options.clock.now();
    const pauses = rule.pausedAt === null && memberIds.length === 0;
    await query(em)
      .updateTable('notification_rules')
      .set({
        member_ids: memberIds,
        updated_at: at,
        ...(pauses ? { paused_at: at, pause_reason: 'unsubscribed' } : {}),
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', ruleId)
      .execute();
    if (pauses) await forgetWaiting(em, { tenantId, id: ruleId });
    await recordAuditAs(actor, em, {
      ...{ tenantId, at, action: 'notification_rule.unsubscribed' },
      ...{ resourceType: 'notification_rule', resourceId: ruleId },
      before: { isPaused: rule.pausedAt !== null, memberIds: rule.memberIds },
      after: { isPaused: pauses || rule.pausedAt !== null, memberIds },
    });
  }
}
