import type { Connector } from '../connectors/connector.js';
import { Connectors } from '../connectors/registry.js';
import { wholeCatalogueOf } from '../modules/catalogue/visibility.js';
import { queueScan } from '../modules/scans/scan-enqueue.js';
import { claimScan } from '../modules/scans/scan-queue.js';
import { ScanRunner, type ScanRunnerOptions } from '../modules/scans/scan-runner.js';
import { AssessmentService } from '../modules/ucf/assessment.service.js';
import { query, type EntityManager } from '../platform/database/database.js';
import { HISTORY_SCANS, type DemoAssessment, type DemoScan } from './demo-history.rules.js';
import type { DemoPeople } from './demo-people.js';
import { universalControlOf, type AuditedStep } from './demo-trail.js';
import { clockFrom } from './past-clock.js';

/**
 * Factor between the past clock and real time: a scan without waits takes some tenths of a second; its timestamps then
 * span half a minute.
 */
const SCAN_SPEED = 150;

export interface StepWriterOptions {
  /** Options of the scan runner except the clock. */
  runs: Omit<ScanRunnerOptions, 'clock' | 'connectors' | 'onEnd'>;
  /** Connector that collects without waiting. */
  connector: Connector;
}

/**
 * Writes steps of the history in one transaction, with the code of all scans and assessments, on clocks set to the
 * past.
 */
export class StepWriter {
  constructor(
    private readonly options: StepWriterOptions,
    private readonly em: EntityManager,
    private readonly tenantId: string,
    private readonly people: DemoPeople,
  ) {}

  /**
   * Writes the missing steps. Afterwards the integrations count all scans of the history, so that a concurrent scan of
   * a user reads the state after them.
   */
  async write(steps: readonly AuditedStep[], missing: readonly AuditedStep[], signal: AbortSignal): Promise<void> {
    const [first] = steps;
    if (first?.kind === 'scan') await this.renumber(first);
    for (const step of missing) {
      signal.throwIfAborted();
      if (step.kind === 'scan') await this.scan(step);
      else await this.assess(step);
    }
    await this.setScansCompleted(HISTORY_SCANS);
  }

  private async renumber({ id, sequence }: DemoScan & { id: string }): Promise<void> {
    await query(this.em).updateTable('scans').set({ sequence }).where('id', '=', id).execute();
  }

  /** Runs one scan. @throws {Error} when it does not complete */
  private async scan(step: DemoScan & { id: string }): Promise<void> {
    const { em, tenantId } = this;
    const { at, by, id, sequence } = step;
    const ctx = await this.people.contextOf(em, by, at);
    const { frameworks, hasHipaaPrivacy, userId } = ctx.viewer;
    const integrations = await integrationsOf(em, tenantId, this.options.connector);
    await this.setScansCompleted(sequence - 1);
    await queueScan(em, {
      tenantId,
      userId,
      trigger: 'manual',
      integrations: integrations.map((integrationId) => ({ id: integrationId, importKey: null })),
      frameworks,
      hasHipaaPrivacy,
      catalogue: wholeCatalogueOf(ctx),
      at,
      reserved: { id, sequence },
    });
    const claimed = await claimScan(em, { tenantId, scanId: id }, at);
    if (!claimed) throw new Error('another scan of the demo organization is under way');
    await this.runner(at).runClaimed(claimed, new AbortController().signal);
    const { status } = await query(em)
      .selectFrom('scans')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (status !== 'completed') throw new Error('a scan of the demo history did not complete');
  }

  private runner(at: Date): ScanRunner {
    const { runs, connector } = this.options;
    const { em } = this;
    return new ScanRunner({
      ...runs,
      // Everything that the scan writes belongs to this transaction.
      database: {
        fork: () => em.fork({ keepTransactionContext: true }),
        within: (scope, work) => runs.database.within(scope, work),
      },
      connectors: new Connectors([connector]),
      clock: clockFrom(at, SCAN_SPEED),
      // Its many scans are not worth a line each.
      log: runs.log.child({}, { level: 'warn' }),
    });
  }

  /** Sets the number of completed scans, on which the drift of the demo connector depends. */
  private async setScansCompleted(count: number): Promise<void> {
    const { type } = this.options.connector;
    await query(this.em)
      .updateTable('integrations')
      .set({ scans_completed: count })
      .where('tenant_id', '=', this.tenantId)
      .where('type', '=', type)
      .execute();
  }

  private async assess(step: DemoAssessment & { id: string }): Promise<void> {
    const { at, status, details, id: auditedAs } = step;
    const ctx = await this.people.contextOf(this.em, 'admin', at);
    const universalControl = universalControlOf(ctx, step);
    await new AssessmentService().create(ctx, { universalControl, status, details, evidenceIds: [], auditedAs });
  }
}

/** Ids of the integrations that the connector reads, oldest first. */
export async function integrationsOf(em: EntityManager, tenantId: string, { type }: Connector): Promise<string[]> {
  const found = await query(em)
    .selectFrom('integrations')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('type', '=', type)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return found.map(({ id }) => id);
}
