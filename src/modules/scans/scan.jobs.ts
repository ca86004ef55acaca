import type { Clock } from '../../platform/clock.js';
import type { Worker } from '../../feature/feature.js';
import type { Database } from '../../platform/database/database.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { isOwnerAlive } from '../../platform/lease-owner.js';
import { finishScan } from './scan.finish.js';
import { findDueScans, findLeasesOfHost, freeLease, type DueScan } from './scan.lease.js';
import type { ScanRunner } from './scan.runner.js';

/** Wakes the runner for one scan. */
const RUN_JOB = 'scan.run';
/** Finds scans that nobody works on: whose wake-up was lost, or whose worker died. */
const SWEEP_JOB = 'scan.sweep';
const SCANS_AT_ONCE = 4;

interface RunPayload {
  tenantId: string;
  scanId: string;
}

/** Wakes scans. The rows of the scans hold the truth; a call too many finds nothing to claim. */
export class ScanJobs {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Wakes a worker for a scan that was just queued. */
  wake(payload: RunPayload): Promise<void> {
    return this.jobs.enqueue(RUN_JOB, { ...payload });
  }

  /** What runs scans in a process that is a worker: takes over from a dead predecessor, then runs what is due. */
  worker(runner: ScanRunner): Worker {
    return { start: () => this.start(runner), stop: () => this.stop() };
  }

  private async start(runner: ScanRunner): Promise<void> {
    this.jobs.define<RunPayload>({
      name: RUN_JOB,
      concurrency: SCANS_AT_ONCE,
      run: (payload) => this.track(this.run(runner, payload)),
    });
    this.jobs.define({ name: SWEEP_JOB, concurrency: 1, every: '10 seconds', run: () => this.sweep() });
    await this.freeLeasesOfTheDead();
    await this.sweep();
  }

  /** Gives running scans back; they go on in another process or after the next start. */
  private async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.running);
  }

  private async track(run: Promise<void>): Promise<void> {
    this.running.add(run);
    try {
      await run;
    } finally {
      this.running.delete(run);
    }
  }

  /** Runs a scan, then wakes those that waited for it. */
  private async run(runner: ScanRunner, { tenantId, scanId }: RunPayload): Promise<void> {
    await runner.run(tenantId, scanId, this.stopping.signal);
    if (this.stopping.signal.aborted) return;
    const next = await this.database.within({ kind: 'tenant', tenantId }, () => findDueScans(this.database.fork()));
    for (const { id, isExhausted } of next) if (!isExhausted) await this.wake({ tenantId, scanId: id });
  }

  private async sweep(): Promise<void> {
    const due = await this.database.within({ kind: 'system' }, () => findDueScans(this.database.fork()));
    for (const scan of due) {
      if (scan.isExhausted) await this.giveUp(scan);
      else await this.wake({ tenantId: scan.tenantId, scanId: scan.id });
    }
  }

  private giveUp(scan: DueScan): Promise<boolean> {
    return this.database.within({ kind: 'tenant', tenantId: scan.tenantId }, () =>
      this.database.fork().transactional((em) =>
        finishScan(em, scan, null, {
          status: 'failed',
          code: 'INTERNAL',
          message: 'the scan was begun three times and its worker died each time',
          at: this.clock.now(),
        }),
      ),
    );
  }

  private async freeLeasesOfTheDead(): Promise<void> {
    const leases = await this.database.within({ kind: 'system' }, () => findLeasesOfHost(this.database.fork()));
    for (const { id, tenantId, owner } of leases.filter((lease) => !isOwnerAlive(lease.owner))) {
      await this.database.within({ kind: 'tenant', tenantId }, () => freeLease(this.database.fork(), id, owner));
    }
  }
}
