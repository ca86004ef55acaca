import type { Clock } from '../../platform/clock.js';
import type { Database, EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { failpoint } from '../../platform/failpoints.js';
import type { Log } from '../../platform/log.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { inWorkSpan } from '../../platform/telemetry/spans.js';
import type { Connectors } from '../../connectors/registry.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { CheckEngine } from '../checks/check-engine.js';
import { readRunningChecks } from '../custom-checks/custom-check.read.js';
import { withCustomChecks } from '../custom-checks/custom-check.rules.js';
import { CustomChecks } from '../custom-checks/custom-checks.js';
import { storeEvidence } from '../evidence/evidence-store.js';
import { acceptedBy } from '../acceptance/acceptance.rules.js';
import { coveredResources } from '../acceptance/acceptance.sql.js';
import { applyExceptions, recordNewMatches } from '../acceptance/acceptance.js';
import { beginFindings, mergeArrivals } from '../finding-state/merge.js';
import { confirmConnections, loseConnection } from '../integrations/connection.js';
import type { IntegrationSettings } from '../integrations/integration-settings.js';
import { activeControls } from '../posture/active-controls.js';
import { readPosture } from '../posture/posture.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';
import type { StorageQuota } from '../storage/storage-quota.js';
import { formerVotes } from './changed-checks.sql.js';
import { FINDINGS_FILE, scanKey, SNAPSHOT_FILE, writeArtifact } from './scan-artifacts.js';
import { collectScan, IntegrationLost, type CollectedScan, type ScannedIntegration } from './scan-collection.js';
import { isFinal, LeaseLost } from './scan-failure.js';
import { finishScan } from './scan-finish.js';
import { beat } from './scan-heartbeat.js';
import { ScanTimeout, withinTime } from './scan-time.js';
import { SCAN_LIMITS, type ScanLimits } from '../../platform/time-limits.js';
import { claimScan, releaseScan, reportProgress, type ClaimedScan } from './scan-queue.js';
import { othersWait } from './scan-queue.sql.js';
import { ATTEMPTS_MAX, SLOTS_OF_TENANT } from './scan-states.js';
import { isLooking, unseenRules } from './unseen-rules.rules.js';
import { storeFindings, storeSnapshot } from './scan-store.js';
import { insertChecks, insertResults, replaceVotes, withdrawVotes } from './scan-store.sql.js';
import { integrationsToScan } from './scan.sql.js';
import { scoresOf } from '../posture/score.rules.js';
import { FindingAggregate } from './finding-aggregate.rules.js';

const PROGRESS_EVERY_MS = 500;
/** Share of the progress that is collecting; the rest is storing. */
const COLLECTING_PERCENT = 95;

export interface ScanRunnerOptions {
  database: Pick<Database, 'fork' | 'within'>;
  catalogue: Catalogue;
  /** With the checks of the catalogue. */
  engine: CheckEngine;
  connectors: Connectors;
  settings: IntegrationSettings;
  objects: ObjectStore;
  /** Refuses a scan whose organization has no room for what it stores. */
  storageQuota: Pick<StorageQuota, 'checkScan'>;
  network: GuardedNetwork;
  clock: Clock;
  log: Log;
  /** @default SCAN_LIMITS */
  limits?: ScanLimits;
  /** Called at the end of every run: `released` for another attempt, `lost` to a cancel or to another process. */
  onEnd?: (outcome: ScanOutcome, ms: number) => void;
}

export type ScanOutcome = 'completed' | 'failed' | 'released' | 'lost';

/** Runs a scan to its end. May be called twice for one scan, or die half-way: every write is guarded by the lease. */
export class ScanRunner {
  constructor(private readonly options: ScanRunnerOptions) {}

  /**
   * Claims the scan and runs it; does nothing where it cannot be claimed, or its tenant holds its share of the slots already.
   * @param signal stops the process's work
   * @returns whether it ran
   */
  async run(tenantId: string, scanId: string, signal: AbortSignal): Promise<boolean> {
    const { database, clock } = this.options;
    const { waits } = await database.within({ kind: 'system' }, () =>
      othersWait.only(database.fork(), { tenantId, now: clock.now() }),
    );
    const share = waits ? SLOTS_OF_TENANT.whileOthersWait : SLOTS_OF_TENANT.alone;
    return database.within({ kind: 'tenant', tenantId }, async () => {
      const scan = await claimScan(database.fork(), { tenantId, scanId, share }, clock.now());
      if (scan) await inWorkSpan('scans', scan, () => this.runClaimed(scan, signal));
      return scan !== null;
    });
  }

  /** Runs a scan that the caller has claimed, in the scope of its tenant. */
  async runClaimed(scan: ClaimedScan, signal: AbortSignal): Promise<void> {
    this.options.log.info({ scanId: scan.id, attempt: scan.attempts }, 'scan claimed');
    const [lease, slot] = [new AbortController(), new AbortController()];
    const heartbeat = beat(this.options, scan, { lease, slot });
    const startedAt = performance.now();
    let outcome: ScanOutcome = 'completed';
    try {
      const { limits: { scanMs } = SCAN_LIMITS } = this.options;
      await withinTime(scanMs, [lease.signal, slot.signal, signal], (ended) => this.work(scan, ended, lease));
      this.options.log.info({ scanId: scan.id }, 'scan completed');
    } catch (err) {
      outcome = await this.endUnfinished(scan, err, {
        isLost: lease.signal.aborted || err instanceof LeaseLost,
        isStopping: signal.aborted || slot.signal.aborted,
      });
    } finally {
      lease.abort();
      await heartbeat;
      this.options.onEnd?.(outcome, performance.now() - startedAt);
    }
  }

  private async endUnfinished(
    scan: ClaimedScan,
    err: unknown,
    why: { isLost: boolean; /** Or gives its slot to another tenant. */ isStopping: boolean },
  ): Promise<ScanOutcome> {
    const { clock, database, log } = this.options;
    const em = database.fork();
    if (why.isLost) {
      log.info({ scanId: scan.id }, 'scan was cancelled or taken over');
      return 'lost';
    }
    if (why.isStopping || (!isFinal(err) && scan.attempts < ATTEMPTS_MAX)) {
      log.warn({ err, scanId: scan.id, attempt: scan.attempts }, 'scan released for another attempt');
      await releaseScan(em, scan, { isAttemptUsed: !why.isStopping });
      return 'released';
    }
    log.error({ err, scanId: scan.id }, 'scan failed');
    const isExpected = err instanceof AppError || err instanceof ScanTimeout;
    const code = isExpected ? err.code : 'INTERNAL';
    const message = isExpected ? err.message : 'the scan failed for a reason inside the service';
    const at = clock.now();
    await em.transactional(async (trx) => {
      const isFinished = await finishScan(trx, scan, scan, { status: 'failed', code, message, at });
      if (!isFinished || !(err instanceof IntegrationLost)) return;
      const { integrationId } = err;
      const { tenantId, id } = scan;
      await loseConnection(trx, { tenantId, integrationId, by: `scan ${id}`, error: { code, message }, at });
    });
    return 'failed';
  }

  private async work(scan: ClaimedScan, signal: AbortSignal, lease: AbortController): Promise<void> {
    const { engine, objects, network, clock, database, storageQuota } = this.options;
    await storageQuota.checkScan(database.fork(), scan.tenantId);
    const scoped = this.options.catalogue.scopedTo(scan);
    const posture = await readPosture(database.fork(), scan.tenantId);
    const controls = scoped.controls.filter(
      (control) => scan.frameworks.includes(control.framework.slug) && posture.isInScope(control),
    );
    const custom = await this.customChecksOf(scan, scoped);
    const covered = await coveredResources.all(database.fork(), scan);
    const tested = withCustomChecks(scoped, custom?.checks ?? []);
    const aggregate = new FindingAggregate(tested, controls, acceptedBy(covered));
    const integrations = await this.integrationsOf(database.fork(), scan);
    let collected: CollectedScan;
    try {
      collected = await collectScan({
        ...{ integrations, aggregate, engine, custom, objects, network },
        findingsKey: scanKey(scan, FINDINGS_FILE),
        snapshotKey: scanKey(scan, SNAPSHOT_FILE),
        clock,
        signal,
        limits: (this.options.limits ?? SCAN_LIMITS).collect,
        onProgress: this.progressReporter(scan, aggregate, lease),
      });
    } finally {
      await custom?.close();
    }
    signal.throwIfAborted();
    const looking = integrations.filter(isLooking).map(({ id }) => id);
    const customRules = custom?.checks.map(({ id }) => id) ?? [];
    await this.store(scan, aggregate, { ...collected, tested, looking, customRules });
  }

  private async customChecksOf(scan: ClaimedScan, catalogue: Catalogue): Promise<CustomChecks | null> {
    const found = await readRunningChecks(this.options.database.fork(), scan.tenantId);
    return found.length === 0 ? null : new CustomChecks(found, catalogue);
  }

  private async integrationsOf(em: EntityManager, scan: ClaimedScan): Promise<ScannedIntegration[]> {
    const { tenantId, integrationIds: ids } = scan;
    const found = await integrationsToScan.all(em, { tenantId, ids });
    return found.map(({ id, type, name, config, credentials, scansCompleted: scansBefore }) => ({
      id,
      name,
      config: this.options.settings.open({ id, config, credentials }),
      scansBefore,
      connector: this.options.connectors.get(type),
      importKey: scan.imports[id] ?? null,
    }));
  }

  /** Reports the progress twice a second; aborts the work when the lease turns out to be lost. */
  private progressReporter(scan: ClaimedScan, aggregate: FindingAggregate, lease: AbortController) {
    const { clock, database } = this.options;
    let reportedAt = 0;
    return async (fraction: number, integration: string): Promise<void> => {
      const now = clock.now().getTime();
      if (now - reportedAt < PROGRESS_EVERY_MS) return;
      reportedAt = now;
      const { evaluated, passed, failed } = aggregate.progress();
      const isOurs = await reportProgress(database.fork(), scan, {
        progress: {
          percent: Math.floor(fraction * COLLECTING_PERCENT),
          controlsDone: evaluated,
          controlsTotal: aggregate.controls.length,
          currentIntegration: integration,
          findings: aggregate.findings,
        },
        passedControls: passed,
        failedControls: failed,
      });
      if (!isOurs) lease.abort();
    };
  }

  /** Stores all results of a scan, its end and its event, in one transaction. */
  private async store(
    scan: ClaimedScan,
    aggregate: FindingAggregate,
    done: CollectedScan & { tested: Catalogue; looking: string[]; customRules: string[] },
  ): Promise<void> {
    const { findings, snapshot, gaps, tested, looking, customRules } = done;
    const { catalogue, clock, database, objects } = this.options;
    const collectedAt = clock.now();
    const results = aggregate.results();
    const findingsKey = scanKey(scan, FINDINGS_FILE);
    const stored = { findings: { key: findingsKey, ...findings }, snapshot };
    const artifact = await writeArtifact(objects, scan, results, { stored, at: collectedAt });
    await failpoint('scan.objects.after', scan.id);
    const evidenceIds = new Map(artifact?.parts.map(({ id, controlNo }) => [controlNo, id]));
    await database.fork().transactional(async (em) => {
      await insertChecks.run(em, { scan, checks: aggregate.checks });
      const arriving = { scan, integrationIds: looking, catalogue: tested, requirements: catalogue, at: collectedAt };
      const arrivals = await beginFindings(em, arriving);
      await storeFindings(em, scan, { objects, key: findingsKey, arrivals });
      await insertResults.run(em, { scan, results, evidenceIds });
      await lockPosture(em, { tenantId: scan.tenantId, catalogue, clock });
      // Read under the lock: the order of decisions is the order of their times.
      const at = clock.now();
      const cause = {
        tenantId: scan.tenantId,
        source: 'scan',
        kind: 'resource_changed',
        at,
        changedBy: scan.triggeredBy,
        scanId: scan.id,
      } as const;
      const rules = [...tested.checks.map(({ id }) => id), ...customRules];
      await mergeArrivals(em, arrivals, { at, unseenOf: (id) => unseenRules(id, aggregate.checks, rules) });
      await storeSnapshot(em, scan, { snapshot, gaps });
      if (artifact) await storeEvidence(em, { ...cause, createdBy: scan.triggeredBy, collectedAt }, artifact);
      const former = await formerVotes.all(em, scan);
      await withdrawVotes.run(em, { scan, tested: aggregate.testedElements(), customRules });
      for (const integrationId of scan.integrationIds) {
        const [votes, outlived] = [aggregate.votes(integrationId), aggregate.outlived(integrationId)];
        await replaceVotes.run(em, { scan, integrationId, votes, at, outlived });
      }
      await recordNewMatches(em, { tenantId: scan.tenantId, scanId: scan.id, at });
      await applyExceptions(em, { tenantId: scan.tenantId, scanId: scan.id, exceptionIds: null });
      // A test shows the same to every framework, also where the scan reports on one alone.
      await decideStatuses(em, {
        controls: await activeControls(em, scan.tenantId, catalogue),
        cause: { ...cause, formerVotes: former },
        frameworks: catalogue.frameworks,
      });
      const { tenantId, integrationIds } = scan;
      const reach = Object.fromEntries(integrationIds.map((id) => [id, aggregate.reachOf(id)]));
      await confirmConnections(em, { tenantId, integrationIds, reach, at });
      const isFinished = await finishScan(em, scan, scan, {
        status: 'completed',
        totalControls: results.length,
        passedControls: results.filter(({ status }) => status === 'pass').length,
        failedControls: results.filter(({ status }) => status === 'fail').length,
        findings: aggregate.findings,
        scores: scoresOf(results),
        at,
      });
      if (!isFinished) throw new LeaseLost();
    });
  }
}
