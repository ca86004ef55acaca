import { IsolationLevel } from '@mikro-orm/core';
import type { AppContext } from '../context.js';
import type { WorkItemService } from '../modules/work-items/work-item.service.js';
import { historyPending, lockHistory } from '../modules/organizations/history-lock.sql.js';
import { SECOND, type Clock } from '../platform/clock.js';
import { query } from '../platform/database/database.js';
import { HISTORY_SCANS, historySince } from './demo-history.rules.js';
import { lastDecision, lockDecisions } from './demo-history.sql.js';
import { DemoPeople } from './demo-people.js';
import { integrationsOf, StepWriter, type StepWriterOptions } from './demo-step-writer.js';
import { auditSteps, recordLogins, type AuditedStep } from './demo-trail.js';

/** Limit of a start's wait for another process that writes the history, or for the database to notice that it died. */
const OTHER_WRITER_MS = 10 * SECOND;
const OTHER_WRITER_POLL_MS = 200;

export interface DemoHistoryOptions extends StepWriterOptions {
  workItems: WorkItemService;
  context: AppContext;
  clock: Clock;
}

interface DemoTenant {
  tenantId: string;
  /** Creation time of the organization. */
  begin: Date;
}

/**
 * History of the demo organization: its scans, assessments and work, written while the service is already in use.
 *
 * - One transaction writes all but the first scan, so that a killed process leaves no partial history; the next start
 *   writes it again.
 * - From before the service is ready until it commits, the transaction holds the lock on the organization's decisions:
 *   scans of users run meanwhile, and decide statuses after the history. Ledger and posture are in the order of time.
 * - Numbers of scans are reserved and audit entries written beforehand, so that both are in order whatever users do
 *   meanwhile.
 * - It sees the organization as it was when it began (REPEATABLE READ): no webhook receives events of the past.
 */
export class DemoHistory {
  constructor(private readonly options: DemoHistoryOptions) {}

  /**
   * Writes the first scan and starts the others. Writes nothing when the history is complete, or when another scan or
   * assessment has decided a status since. Call it before the service is ready.
   * @returns the number of steps written, when all are; rejects when `signal` aborts it or a step fails
   */
  start(tenant: DemoTenant, signal: AbortSignal): Promise<{ written: Promise<number> }> {
    const { tenantId, begin } = tenant;
    return this.options.runs.database.within({ kind: 'tenant', tenantId }, async () => {
      if (!(await this.isFree(tenantId, signal))) return { written: Promise.resolve(0) };
      const steps = await this.prepare(tenantId, begin);
      const first = await this.writeFirst(tenantId, steps, signal);
      const locked = Promise.withResolvers<undefined>();
      const rest = this.write(tenantId, steps, signal, () => locked.resolve(undefined));
      await Promise.race([locked.promise, rest]);
      return { written: rest.then((count) => count + first) };
    });
  }

  private async isFree(tenantId: string, signal: AbortSignal): Promise<boolean> {
    const { clock, runs } = this.options;
    for (let waitedMs = 0; waitedMs < OTHER_WRITER_MS; waitedMs += OTHER_WRITER_POLL_MS) {
      const { isPending } = await historyPending.only(runs.database.fork(), { tenantId });
      if (!isPending) return true;
      await clock.sleep(OTHER_WRITER_POLL_MS, signal);
      signal.throwIfAborted();
    }
    return false;
  }

  /** Writes the audit entries and logins of all steps and the work that is taken on, and reserves numbers for all scans, so that those of users follow. */
  private prepare(tenantId: string, begin: Date): Promise<AuditedStep[]> {
    const { connector, runs, workItems } = this.options;
    return runs.database.fork().transactional(async (em) => {
      await query(em)
        .updateTable('tenants')
        .set({ scan_sequence: HISTORY_SCANS })
        .where('id', '=', tenantId)
        .where('scan_sequence', '<', HISTORY_SCANS)
        .execute();
      const integrationIds = await integrationsOf(em, tenantId, connector);
      const [steps, people] = [historySince(begin), this.people(tenantId)];
      await recordLogins(em, steps, { tenantId, people });
      return auditSteps(em, steps, { tenantId, people, workItems, integrationIds });
    });
  }

  /**
   * Writes the first scan, so that the organization has results at once. It has the last of the reserved numbers until
   * the others are written: numbers of scans have no gaps.
   */
  private writeFirst(tenantId: string, [first]: AuditedStep[], signal: AbortSignal): Promise<number> {
    if (first?.kind !== 'scan') return Promise.resolve(0);
    return this.write(tenantId, [{ ...first, sequence: HISTORY_SCANS }], signal);
  }

  /**
   * Writes the remaining steps.
   * @param onLocked called as soon as no other transaction can decide statuses of the organization
   */
  private write(
    tenantId: string,
    steps: AuditedStep[],
    signal: AbortSignal,
    onLocked: () => void = () => undefined,
  ): Promise<number> {
    const isolationLevel = IsolationLevel.REPEATABLE_READ;
    return this.options.runs.database.fork().transactional(
      async (em) => {
        const { isLocked } = await lockHistory.only(em, { tenantId });
        if (!isLocked) return 0;
        await lockDecisions.only(em, { tenantId });
        onLocked();
        const { at: last } = await lastDecision.only(em, { tenantId });
        const missing = steps.filter(({ at }) => last === null || at > last);
        if (missing.length > 0)
          await new StepWriter(this.options, em, tenantId, this.people(tenantId)).write(steps, missing, signal);
        return missing.length;
      },
      { isolationLevel },
    );
  }

  private people(tenantId: string): DemoPeople {
    return new DemoPeople(this.options.context, tenantId);
  }
}
