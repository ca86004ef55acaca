import type { Clock } from '../../platform/clock.js';
import { row, rows, sql, type Database, type EntityManager } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import { recordAuditAs, SYSTEM } from '../audit/audit.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Scope } from '../catalogue/scope.rules.js';
import { queueScan } from '../scans/scan-enqueue.js';
import { nextRun } from './cron.rules.js';

const SCHEDULES_AT_ONCE = 200;

export interface ScheduleRunnerOptions {
  database: Database;
  catalogue: Catalogue;
  /** Wakes a worker for a scan that was queued. */
  wake: (scan: { tenantId: string; scanId: string }) => Promise<void>;
  clock: Clock;
  log: Log;
  /** 0 to 1, for the jitter. @default Math.random */
  random?: () => number;
}

interface DueSchedule {
  tenantId: string;
  integrationId: string;
}

interface TakenSchedule extends Scope {
  cron: string;
  timezone: string;
  frameworks: string[];
  status: string;
  importKey: string | null;
}

/** Queues the scans that are due. Whatever was missed while nobody looked is made up by one scan. */
export class ScheduleRunner {
  constructor(private readonly options: ScheduleRunnerOptions) {}

  /** May run in several processes at once: each schedule's moment is taken by one. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, log } = this.options;
    const due = await database.within({ kind: 'system' }, () => this.due(database.fork()));
    for (const schedule of due) {
      if (signal.aborted) return;
      try {
        await this.queue(schedule);
      } catch (err) {
        log.error({ err, integrationId: schedule.integrationId }, 'cannot queue a scheduled scan');
      }
    }
  }

  private due(em: EntityManager): Promise<DueSchedule[]> {
    return rows(
      em,
      sql<DueSchedule>`
        select tenant_id as "tenantId", integration_id as "integrationId" from scan_schedules
        where next_at <= ${this.options.clock.now()} order by next_at limit ${SCHEDULES_AT_ONCE}`,
    );
  }

  private async queue({ tenantId, integrationId }: DueSchedule): Promise<void> {
    const { database, wake } = this.options;
    await database.within({ kind: 'tenant', tenantId }, async () => {
      const scanId = await database.fork().transactional((em) => this.take(em, { tenantId, integrationId }));
      if (scanId !== null) await wake({ tenantId, scanId });
    });
  }

  /** @returns the scan, or null where another process took it, or the integration is disconnected */
  private async take(em: EntityManager, { tenantId, integrationId }: DueSchedule): Promise<string | null> {
    const { catalogue, clock, random = Math.random } = this.options;
    const at = clock.now();
    const schedule = await row(
      em,
      sql<TakenSchedule>`
        select s.cron, t.timezone, t.frameworks, t.hipaa_privacy as "hasHipaaPrivacy", i.status, i.import_key as "importKey"
        from scan_schedules s
        join tenants t on t.id = s.tenant_id
        join integrations i on i.id = s.integration_id
        where s.tenant_id = ${tenantId} and s.integration_id = ${integrationId} and s.next_at <= ${at}
        for update of s skip locked`,
    );
    if (!schedule) return null;
    const nextAt = nextRun(schedule.cron, { timezone: schedule.timezone, at, random: random() });
    await rows(
      em,
      nextAt
        ? sql`update scan_schedules set next_at = ${nextAt} where integration_id = ${integrationId} and tenant_id = ${tenantId}`
        : sql`delete from scan_schedules where integration_id = ${integrationId} and tenant_id = ${tenantId}`,
    );
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
