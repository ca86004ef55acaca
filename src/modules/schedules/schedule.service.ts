import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { checkedCron, nextRun } from './cron.rules.js';
import { ScheduleEntity } from './schedule.entity.js';
import { rescheduleAll } from './schedule.sql.js';

/** Sets and removes the schedules of integrations. */
export class ScheduleService {
  /** @param random jitter, 0 to 1 */
  constructor(private readonly random: () => number = Math.random) {}

  /**
   * Sets or removes the schedule of an integration.
   * @param cron five fields, in the tenant's time zone; null for none
   * @throws {AppError} NOT_FOUND; CONFLICT where it is disconnected; VALIDATION_FAILED
   */
  async set(
    ctx: RequestContext,
    { integrationId, cron }: { integrationId: string; cron: string | null },
  ): Promise<void> {
    const { tenantId, userId: createdBy } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const { status, timezone } = await lockIntegration(em, tenantId, integrationId);
      if (status === 'disconnected') throw new AppError('CONFLICT', 'the integration is disconnected');
      const schedule = await em.findOne(ScheduleEntity, { tenantId, integrationId }, { refresh: true });
      const before = schedule?.cron ?? null;
      const at = ctx.clock.now();
      const after = cron === null ? null : checkedCron(cron, { timezone, at });
      if (after === before) return;
      const nextAt = after && nextRun(after, { timezone, at, random: this.random() });
      if (after && nextAt) {
        const changes = { cron: after, nextAt, createdBy };
        if (schedule) em.assign(schedule, changes);
        else em.create(ScheduleEntity, { tenantId, integrationId, ...changes });
      } else if (schedule) em.remove(schedule);
      await recordAudit(ctx, em, {
        action: 'integration.schedule_changed',
        resourceType: 'integration',
        resourceId: integrationId,
        before: { cron: before },
        after: { cron: after },
      });
    });
  }

  /** Reschedules every integration of a tenant whose time zone has changed, in the transaction of `em`. */
  async moveTo(
    em: EntityManager,
    { tenantId, timezone, at }: { tenantId: string; timezone: string; at: Date },
  ): Promise<void> {
    const schedules = await query(em)
      .selectFrom('scan_schedules')
      .select(['integration_id as id', 'cron'])
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      .execute();
    const runs = schedules.flatMap(({ id, cron }) => {
      const next = nextRun(cron, { timezone, at, random: this.random() });
      return next ? [{ id, at: next }] : [];
    });
    await rescheduleAll.run(em, { tenantId, runs });
  }
}

/** The integration, locked until the transaction ends. @throws {AppError} NOT_FOUND */
async function lockIntegration(
  em: EntityManager,
  tenantId: string,
  id: string,
): Promise<{ status: string; timezone: string }> {
  const found = await query(em)
    .selectFrom('integrations')
    .innerJoin('tenants', 'tenants.id', 'integrations.tenant_id')
    .select(['integrations.status', 'tenants.timezone'])
    .where('integrations.tenant_id', '=', tenantId)
    .where('integrations.id', '=', id)
    .forNoKeyUpdate('integrations')
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}
