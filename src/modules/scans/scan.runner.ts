import type { Clock } from '../../platform/clock.js';
import { SECOND } from '../../platform/clock.js';
import { rows, sql, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Log } from '../../platform/log.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import type { Connectors } from '../../connectors/registry.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { storeEvidence } from '../evidence/evidence.store.js';
import { decideStatuses, lockPosture } from '../posture/posture.decide.js';
import { scanKey, writeArtifacts, type KeptFindings } from './scan.artifacts.js';
import { collectFindings, type ScannedIntegration } from './scan.collect.js';
import { finishScan } from './scan.finish.js';
import { claimScan, HEARTBEAT_SECONDS, releaseLease, renewLease, TRIES_MAX, type ClaimedScan } from './scan.lease.js';
import { storeChecks, storeFailures, storeResults, storeVotes } from './scan.store.js';
import { scoresOf } from './score.rules.js';
import { Tally } from './tally.rules.js';

const PROGRESS_EVERY_MS = 500;
/** Collecting is most of the way; the rest is writing it down. */
const COLLECTING_PERCENT = 95;

export interface ScanRunnerOptions {
  database: Database;
  catalogue: Catalogue;
  connectors: Connectors;
  objects: ObjectStore;
  clock: Clock;
  log: Log;
}

/** Runs one scan at a time to its end. Called by the job; may be called twice for one scan, or die half-way. */
export class ScanRunner {
  constructor(private readonly options: ScanRunnerOptions) {}

  /** Claims the scan and runs it; does nothing where it cannot be claimed. `signal` stops the process's work. */
  run(tenantId: string, scanId: string, signal: AbortSignal): Promise<void> {
    return this.options.database.within({ kind: 'tenant', tenantId }, async () => {
      const scan = await claimScan(this.options.database.fork(), scanId);
      if (!scan) return;
      this.options.log.info({ scanId, attempt: scan.attempts }, 'scan claimed');
      await this.runClaimed(scan, signal);
    });
  }

  private async runClaimed(scan: ClaimedScan, signal: AbortSignal): Promise<void> {
    const lease = new AbortController();
    const heartbeat = this.beat(scan, lease);
    try {
      await this.work(scan, AbortSignal.any([lease.signal, signal]), lease);
      this.options.log.info({ scanId: scan.id }, 'scan completed');
    } catch (err) {
      await this.giveBack(scan, err, {
        isLost: lease.signal.aborted || err instanceof LeaseLost,
        isStopping: signal.aborted,
      });
    } finally {
      lease.abort();
      await heartbeat;
    }
  }

  /** Renews the lease until `lease` is aborted; aborts it when the lease is lost. */
  private async beat(scan: ClaimedScan, lease: AbortController): Promise<void> {
    const { clock, database, log } = this.options;
    for (;;) {
      await clock.sleep(HEARTBEAT_SECONDS * SECOND, lease.signal);
      if (lease.signal.aborted) return;
      try {
        if (!(await renewLease(database.fork(), scan, null))) lease.abort();
      } catch (err) {
        log.warn({ err, scanId: scan.id }, 'cannot renew the lease of a scan');
      }
    }
  }

  private async giveBack(
    scan: ClaimedScan,
    err: unknown,
    why: { isLost: boolean; isStopping: boolean },
  ): Promise<void> {
    const { clock, database, log } = this.options;
    const em = database.fork();
    if (why.isLost) {
      log.info({ scanId: scan.id }, 'scan was cancelled or taken over');
      return;
    }
    if (why.isStopping || (!(err instanceof AppError) && scan.attempts < TRIES_MAX)) {
      log.warn({ err, scanId: scan.id, attempt: scan.attempts }, 'scan given back, it will be tried again');
      await releaseLease(em, scan, { isTryUsed: !why.isStopping });
      return;
    }
    log.error({ err, scanId: scan.id }, 'scan failed');
    const code = err instanceof AppError ? err.code : 'INTERNAL';
    const message = err instanceof AppError ? err.message : 'the scan failed for a reason inside the service';
    await em.transactional((trx) =>
      finishScan(trx, scan, scan.leaseNumber, { status: 'failed', code, message, at: clock.now() }),
    );
  }

  private async work(scan: ClaimedScan, signal: AbortSignal, lease: AbortController): Promise<void> {
    const { catalogue, objects, clock, database } = this.options;
    const controls = catalogue.controls.filter(({ framework }) => scan.frameworks.includes(framework.slug));
    const tally = new Tally(catalogue, controls);
    const integrations = await this.integrationsOf(database.fork(), scan);
    const key = scanKey(scan, 'findings.ndjson.gz');
    const onProgress = this.progressTeller(scan, tally, lease);
    const stored = await collectFindings({ integrations, tally, objects, key, clock, signal, onProgress });
    signal.throwIfAborted();
    await this.keep(scan, tally, { key, ...stored });
  }

  private async integrationsOf(em: EntityManager, scan: ClaimedScan): Promise<ScannedIntegration[]> {
    const found = await rows(
      em,
      sql<{ id: string; type: string; name: string; config: Record<string, unknown>; scans_completed: number }>`
        select id, type, name, config, scans_completed from integrations
        where tenant_id = ${scan.tenantId} and id = any(${scan.integrationIds}::uuid[]) and status <> 'disconnected'
        order by created_at, id`,
    );
    return found.map(({ id, type, name, config, scans_completed: scansBefore }) => ({
      id,
      name,
      config,
      scansBefore,
      connector: this.options.connectors.get(type),
      importKey: scan.imports[id] ?? null,
    }));
  }

  /** Writes the progress now and then; aborts the work when the lease turns out to be lost. */
  private progressTeller(scan: ClaimedScan, tally: Tally, lease: AbortController) {
    const { clock, database } = this.options;
    let toldAt = 0;
    return async (fraction: number, integration: string): Promise<void> => {
      const now = clock.now().getTime();
      if (now - toldAt < PROGRESS_EVERY_MS) return;
      toldAt = now;
      const { evaluated, passed, failed } = tally.progress();
      const isOurs = await renewLease(database.fork(), scan, {
        progress: {
          percent: Math.floor(fraction * COLLECTING_PERCENT),
          controlsDone: evaluated,
          controlsTotal: tally.controls.length,
          currentIntegration: integration,
          findings: tally.findings,
        },
        passedControls: passed,
        failedControls: failed,
      });
      if (!isOurs) lease.abort();
    };
  }

  /** Writes everything a scan found, its end and its event, or nothing, in one transaction. */
  private async keep(scan: ClaimedScan, tally: Tally, findings: KeptFindings): Promise<void> {
    const { clock, database, objects } = this.options;
    const at = clock.now();
    const results = tally.results();
    const artifacts = await writeArtifacts(objects, scan, results, findings, at);
    const evidenceIds = new Map(artifacts.map(({ id, controlNos: [no] }) => [no ?? -1, id]));
    const cause = {
      tenantId: scan.tenantId,
      source: 'scan',
      at,
      changedBy: scan.triggeredBy,
      scanId: scan.id,
    } as const;
    await database.fork().transactional(async (em) => {
      await storeChecks(em, scan, tally.checks);
      await storeFailures(em, scan, objects, findings.key);
      await storeResults(em, scan, results, evidenceIds);
      await storeEvidence(em, { ...cause, type: 'auto', createdBy: scan.triggeredBy }, artifacts);
      await lockPosture(em, scan.tenantId);
      for (const id of scan.integrationIds) await storeVotes(em, scan, id, tally.votes(id), at);
      await decideStatuses(em, tally.controls, cause);
      await rows(
        em,
        sql`update integrations set last_scan_at = ${at}, scans_completed = scans_completed + 1, error = null
            where tenant_id = ${scan.tenantId} and id = any(${scan.integrationIds}::uuid[])`,
      );
      const isFinished = await finishScan(em, scan, scan.leaseNumber, {
        status: 'completed',
        totalControls: results.length,
        passedControls: results.filter(({ status }) => status === 'pass').length,
        failedControls: results.filter(({ status }) => status === 'fail').length,
        scores: scoresOf(results),
        at,
      });
      if (!isFinished) throw new LeaseLost();
    });
  }
}

/** Rolls the transaction back when another process, or a cancel, ended the scan meanwhile. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
