import type { Clock } from '../../platform/clock.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import { SYSTEM } from '../../access/actor.js';
import { recordAuditAs } from '../audit/audit.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { queueScan } from '../scans/scan-enqueue.js';
import { nextRun } from './cron.rules.js';
import { dueSchedules } from './schedule.sql.js';

const SCHEDULES_AT_ONCE = 200;

export interface ScheduleRunnerOptions {
  database: Database;
  catalogue: Catalogue;
  /** Notifies a worker of a queued scan. */
  wake: (scan: { tenantId: string; scanId: string }) => Promise<void>;
  clock: Clock;
  log: Log;
  /** Source of the jitter, 0 to 1. @default Math.random */
  random?: () => number;
}

interface DueSchedule {
  tenantId: string;
  integrationId: string;
}

/** Queues the scans of the schedules that are due. One scan makes up for all runs that were missed while no process ran. */
export class ScheduleRunner {
  constructor(private readonly options: ScheduleRunnerOptions) {}

  /** Queues due scans. May run in several processes at once: each run of a schedule is claimed by one of them. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, clock, log } = this.options;
    const due = await database.within({ kind: 'system' }, () =>
      dueSchedules.all(database.fork(), { now: clock.now(), limit: SCHEDULES_AT_ONCE }),
    );
    for (const schedule of due) {
      if (signal.aborted) return;
      try {
        await this.queue(schedule);
      } catch (err) {
        log.error({ err, integrationId: schedule.integrationId }, 'cannot queue a scheduled scan');
      }
    }
  }

  private async queue({ tenantId, integrationId }: DueSchedule): Promise<void> {
    const { database, wake } = this.options;
    await database.within({ kind: 'tenant', tenantId }, async () => {
      const scanId = await database.fork().transactional((em) => this.claim(em, { tenantId, integrationId }));
      if (scanId !== null) await wake({ tenantId, scanId });
    });
  }

  /**
   * Claims a run.
   * @returns the id of the scan; null when another process has claimed it, or the integration is disconnected
   */
  private async claim(em: EntityManager, { tenantId, integrationId }: DueSchedule): Promise<string | null> {
    const { catalogue, clock, random = Math.random } = this.options;
    const at = clock.now();
    const schedule = await claimSchedule(em, { tenantId, integrationId }, at);
    if (!schedule) return null;
    const nextAt = nextRun(schedule.cron, { timezone: schedule.timezone, at, random: random() });
    await reschedule(em, { tenantId, integrationId }, nextAt);
    if (schedule.status === 'disconnected') return null;
    const { frameworks, hasHipaaPrivacy, importKey } = schedule;
    const integrations = [{ id: integrationId, importKey }];
    const scope = { frameworks, hasHipaaPrivacy, catalogue };
    const scanId = await queueScan(em, { tenantId, userId: null, trigger: 'schedule', integrations, ...scope, at });
    await recordAuditAs(SYSTEM, em, {
      tenantId,
      at,
      action: 'scan.triggered',
      resourceType: 'scan',
      resourceId: scanId,
      before: null,
      after: { integrationIds: [integrationId], frameworks, isScheduled: true },
    });
    return scanId;
  }
}

/** The schedule of an integration, if it is still due and not locked by another process. */
function claimSchedule(em: EntityManager, { tenantId, integrationId }: DueSchedule, at: Date) {
  return query(em)
    .selectFrom('scan_schedules as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .innerJoin('integrations as i', (join) =>
      join.onRef('i.tenant_id', '=', 's.tenant_id').onRef('i.id', '=', 's.integration_id'),
    )
    .select(['s.cron', 't.timezone', 't.frameworks', 't.hipaa_privacy as hasHipaaPrivacy'])
    .select(['i.status', 'i.import_key as importKey'])
    .where('s.tenant_id', '=', tenantId)
    .where('s.integration_id', '=', integrationId)
    .where('s.next_at', '<=', at)
    .forUpdate('s')
    .skipLocked()
    .executeTakeFirst();
}

/** Sets the next run. @param nextAt null when the expression never matches again: the schedule is removed */
async function reschedule(
  em: EntityManager,
  { tenantId, integrationId }: DueSchedule,
  nextAt: Date | null,
): Promise<void> {
  if (nextAt) {
    await query(em)
      .updateTable('scan_schedules')
      .set({ next_at: nextAt })
      .where('tenant_id', '=', tenantId)
      .where('integration_id', '=', integrationId)
      .execute();
  } else {
    await query(em)
      .deleteFrom('scan_schedules')
      .where('tenant_id', '=', tenantId)
      .where('integration_id', '=', integrationId)
      .execute();
  }
}
