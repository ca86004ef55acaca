import type { RequestContext } from '../../context.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { checkedCron, nextRun } from './cron.rules.js';

/** Says when integrations are scanned by themselves. */
export class ScheduleService {
  /** @param random 0 to 1, for the jitter */
  constructor(private readonly random: () => number = Math.random) {}

  /**
   * Sets or takes away the schedule of an integration.
   * @param cron five fields, in the tenant's time zone; null for none
   * @throws {AppError} NOT_FOUND; CONFLICT where it is disconnected; VALIDATION_FAILED
   */
  async set(
    ctx: RequestContext,
    { integrationId, cron }: { integrationId: string; cron: string | null },
  ): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const found = await findIntegration(em, tenantId, integrationId);
      if (found.status === 'disconnected') throw new AppError('CONFLICT', 'the integration is disconnected');
      const { timezone, cron: before } = found;
      const at = ctx.clock.now();
      const after = cron === null ? null : checkedCron(cron, { timezone, at });
      if (after === before) return;
      const nextAt = after && nextRun(after, { timezone, at, random: this.random() });
      await rows(
        em,
        nextAt === null || after === null
          ? sql`delete from scan_schedules where tenant_id = ${tenantId} and integration_id = ${integrationId}`
          : sql`insert into scan_schedules (tenant_id, integration_id, cron, next_at, created_by)
                values (${tenantId}, ${integrationId}, ${after}, ${nextAt}, ${userId})
                on conflict (integration_id) do update
                  set cron = excluded.cron, next_at = excluded.next_at, created_by = excluded.created_by`,
      );
      await recordAudit(ctx, em, {
        action: 'integration.schedule_changed',
        resourceType: 'integration',
        resourceId: integrationId,
        before: { cron: before },
        after: { cron: after },
      });
    });
  }

  /** Counts every schedule of the tenant anew, after its time zone has changed. In the transaction of `em`. */
  async moveTo(
    em: EntityManager,
    { tenantId, timezone, at }: { tenantId: string; timezone: string; at: Date },
  ): Promise<void> {
    const schedules = await rows(
      em,
      sql<{ id: string; cron: string }>`
        select integration_id as id, cron from scan_schedules where tenant_id = ${tenantId} for update`,
    );
    const moved = schedules.map(({ id, cron }) => ({ id, at: nextRun(cron, { timezone, at, random: this.random() }) }));
    await rows(
      em,
      sql`update scan_schedules set next_at = moved.at
          from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map((each) => each.at)}::timestamptz[]) as moved (id, at)
          where tenant_id = ${tenantId} and integration_id = moved.id and moved.at is not null`,
    );
  }
}

interface Scheduled {
  status: string;
  timezone: string;
  cron: string | null;
}

async function findIntegration(em: EntityManager, tenantId: string, id: string): Promise<Scheduled> {
  const found = await row(
    em,
    sql<Scheduled>`
      select integrations.status, tenants.timezone, scan_schedules.cron
      from integrations
      join tenants on tenants.id = integrations.tenant_id
      left join scan_schedules on scan_schedules.integration_id = integrations.id
      where integrations.id = ${id} and integrations.tenant_id = ${tenantId}
      for no key update of integrations`,
  );
  if (!found) throw notFound();
  return found;
}
