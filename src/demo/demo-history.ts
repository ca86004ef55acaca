import { randomUUID } from 'node:crypto';
import type { Connector } from '../connectors/connector.js';
import { Connectors } from '../connectors/registry.js';
import { RequestContext, type AppContext } from '../context.js';
import { recordAudit } from '../modules/audit/audit.js';
import { readCaller } from '../modules/auth/viewer.read.js';
import type { Role } from '../access/roles.js';
import { claimScan, type ClaimedScan } from '../modules/scans/scan-queue.js';
import { scanQueue } from '../modules/scans/scan-queue.sql.js';
import { queueScan } from '../modules/scans/scan-enqueue.js';
import { ScanRunner, type ScanRunnerOptions } from '../modules/scans/scan-runner.js';
import { AssessmentService } from '../modules/ucf/assessment.service.js';
import { HOUR, SECOND } from '../platform/clock.js';
import { row, rows, sql } from '../platform/database/database.js';
import type { Log } from '../platform/log.js';
import { historySince, type DemoStep } from './demo-history.rules.js';
import { clockAt, clockFrom } from './past-clock.js';
import { catalogueOf, wholeCatalogueOf } from '../modules/catalogue/visibility.js';

/** A scan without waits takes some tenths of a second; what it writes down then looks like half a minute. */
const SCAN_SPEED = 150;

export interface DemoHistoryOptions {
  /** What scans are run with, but for the clock. */
  runs: Omit<ScanRunnerOptions, 'clock' | 'connectors' | 'onEnd'>;
  /** Collects without waiting. */
  connector: Connector;
  context: AppContext;
}

interface DemoTenant {
  tenantId: string;
  /** When the organization was made. */
  begin: Date;
}

/**
 * Lets the past of the demo organization happen: its scans and assessments, by the code that runs every other, on clocks
 * that stand in the past. Nothing else must work on the organization meanwhile: call it before the service starts.
 */
export class DemoHistory {
  private readonly connectors: Connectors;
  /** Its many scans are not worth a line each. */
  private readonly log: Log;

  constructor(private readonly options: DemoHistoryOptions) {
    this.connectors = new Connectors([options.connector]);
    this.log = options.runs.log.child({}, { level: 'warn' });
  }

  /**
   * Goes on with the history where it was left; does nothing where it is complete, or the organization has been used
   * since. `signal` ends it after the step that is under way.
   * @returns how many scans and assessments were made
   * @throws where a scan does not complete
   */
  complete(tenant: DemoTenant, signal: AbortSignal): Promise<number> {
    return this.options.runs.database.within({ kind: 'tenant', tenantId: tenant.tenantId }, async () => {
      const steps = historySince(tenant.begin);
      await this.resume(tenant, steps);
      const last = await this.lastDeed(tenant.tenantId);
      const missing = steps.filter(({ at }) => last === null || at > last);
      for (const [count, step] of missing.entries()) {
        if (signal.aborted) return count;
        if (step.kind === 'scan') await this.scan(tenant, step);
        else await this.assess(tenant, step);
      }
      return missing.length;
    });
  }

  /** When anything happened last in the organization, or null. */
  private async lastDeed(tenantId: string): Promise<Date | null> {
    const last = await row(
      this.options.runs.database.fork(),
      sql<{ at: Date | null }>`
        select greatest(
          (select max(greatest(created_at, completed_at)) from scans where tenant_id = ${tenantId}),
          (select max(created_at) from assessments where tenant_id = ${tenantId})
        ) as at`,
    );
    return last?.at ?? null;
  }

  /** Runs a scan of the history whose process died to its end. */
  private async resume({ tenantId }: DemoTenant, steps: DemoStep[]): Promise<void> {
    const { database } = this.options.runs;
    const begun = await row(
      database.fork(),
      sql<{ id: string; createdAt: Date }>`
        select id, created_at as "createdAt" from scans
        where tenant_id = ${tenantId} and status = 'running' order by sequence limit 1`,
    );
    const step = steps.find(({ at }) => at.getTime() === begun?.createdAt.getTime());
    if (!begun || !step) return;
    for (const lease of await scanQueue.findAbandoned(database.fork())) {
      if (lease.id === begun.id) await scanQueue.expire(database.fork(), lease);
    }
    const claimed = await claimScan(database.fork(), { tenantId, scanId: begun.id }, step.at);
    if (claimed) await this.run(claimed, step.at);
  }

  /** Queued and claimed at once: no worker that runs beside sees it between the two. */
  private async scan({ tenantId }: DemoTenant, { at, by }: DemoStep & { kind: 'scan' }): Promise<void> {
    const ctx = await this.contextOf(tenantId, by, at);
    const { frameworks, hasHipaaPrivacy, userId } = ctx.viewer;
    const integrations = await rows(
      ctx.em,
      sql<{ id: string }>`
        select id from integrations
        where tenant_id = ${tenantId} and type = ${this.options.connector.type} order by created_at, id`,
    );
    const scan = await ctx.em.transactional(async (em) => {
      const scanId = await queueScan(em, {
        tenantId,
        userId,
        trigger: 'manual',
        integrations: integrations.map(({ id }) => ({ id, importKey: null })),
        frameworks,
        hasHipaaPrivacy,
        catalogue: wholeCatalogueOf(ctx),
        at,
      });
      const after = { integrationIds: integrations.map(({ id }) => id), frameworks, isImport: false };
      await recordAudit(ctx, em, { action: 'scan.triggered', resourceType: 'scan', resourceId: scanId, after });
      const claimed = await claimScan(em, { tenantId, scanId }, at);
      if (!claimed) throw new Error('another scan of the demo organization is under way');
      return claimed;
    });
    await this.run(scan, at);
  }

  private async run(claimed: ClaimedScan, at: Date): Promise<void> {
    const { runs } = this.options;
    const runner = new ScanRunner({
      ...runs,
      connectors: this.connectors,
      clock: clockFrom(at, SCAN_SPEED),
      log: this.log,
    });
    await runner.runClaimed(claimed, new AbortController().signal);
    const done = await row(
      runs.database.fork(),
      sql<{ status: string }>`select status from scans where id = ${claimed.id} and tenant_id = ${claimed.tenantId}`,
    );
    if (done?.status !== 'completed') throw new Error('a scan of the demo history did not complete');
  }

  private async assess(
    { tenantId }: DemoTenant,
    { at, code, status, details }: DemoStep & { kind: 'assessment' },
  ): Promise<void> {
    const ctx = await this.contextOf(tenantId, 'auditor', at);
    const universalControl = catalogueOf(ctx).universalControls.find((each) => each.code === code);
    if (!universalControl) throw new Error(`the demo history judges ${code}, which there is not`);
    await new AssessmentService().create(ctx, { universalControl, status, details, evidenceIds: [] });
  }

  /** What a request of a user with this role would have worked with at that moment. */
  private async contextOf(tenantId: string, role: Role, at: Date): Promise<RequestContext> {
    const { context, runs } = this.options;
    const em = runs.database.fork();
    const user = await row(
      em,
      sql<{ id: string }>`
        select id from users where tenant_id = ${tenantId} and role = ${role} and removed_at is null
        order by created_at, id limit 1`,
    );
    const issuedAt = at.getTime() / SECOND;
    const claims = { userId: user?.id ?? '', tenantId, role, issuedAt, expiresAt: issuedAt + HOUR / SECOND };
    const caller = user && (await readCaller(em, claims));
    if (!caller) throw new Error(`the demo organization has no ${role} any more`);
    const app = { ...context, clock: clockAt(at) };
    return new RequestContext({ app, viewer: caller.viewer, em, requestId: randomUUID() });
  }
}
