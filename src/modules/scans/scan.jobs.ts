import type { Clock } from '../../platform/clock.js';
import type { Worker } from '../../feature/feature.js';
import type { Database } from '../../platform/database/database.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { QueueWorker } from '../../platform/queue/queue-worker.js';
import { finishScan } from './scan-finish.js';
import { dueScans, scanQueue } from './scan-queue.sql.js';
import type { ScanRunner } from './scan-runner.js';
import { SCANS_AT_ONCE } from './scan-states.js';

/** Runs one scan. */
const RUN_JOB = 'scan.run';
/** Finds scans that nobody works on: whose wake-up was lost, or whose worker died. */
const SWEEP_JOB = 'scan.sweep';

interface RunPayload {
  tenantId: string;
  scanId: string;
}

/** The jobs that run scans. The rows of the scans hold the truth: a job too many finds nothing to claim. */
export class ScanJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Wakes a worker for a scan that was just queued. */
  wake(payload: RunPayload): Promise<void> {
    return this.jobs.enqueue(RUN_JOB, { ...payload });
  }

  /** What runs scans in a process that is a worker. */
  worker(runner: ScanRunner): Worker {
    const worker: QueueWorker<RunPayload> = new QueueWorker<RunPayload>({
      database: this.database,
      jobs: this.jobs,
      clock: this.clock,
      queue: scanQueue,
      sweep: { job: SWEEP_JOB, every: '10 seconds', run: () => this.sweep() },
      wake: {
        job: RUN_JOB,
        concurrency: SCANS_AT_ONCE,
        run: (payload) => this.run(runner, payload, worker.interrupted),
      },
    });
    const start = async () => {
      await worker.start();
      await this.sweep();
    };
    return { start, stop: () => worker.stop() };
  }

  /** Runs a scan, then wakes those that waited for it, or for a slot: the next of every tenant in turn. */
  private async run(runner: ScanRunner, { tenantId, scanId }: RunPayload, interrupted: AbortSignal): Promise<void> {
    const hasRun = await runner.run(tenantId, scanId, interrupted);
    if (!hasRun || interrupted.aborted) return;
    const next = (await this.findDue()).filter(({ isExhausted }) => !isExhausted).slice(0, SCANS_AT_ONCE);
    for (const scan of next) await this.wake({ tenantId: scan.tenantId, scanId: scan.id });
  }

  private async sweep(): Promise<void> {
    const due = await this.findDue();
    for (const scan of due) {
      if (scan.isExhausted) await this.fail(scan);
      else await this.wake({ tenantId: scan.tenantId, scanId: scan.id });
    }
  }

  private findDue() {
    return this.database.within({ kind: 'system' }, () =>
      dueScans.all(this.database.fork(), { now: this.clock.now() }),
    );
  }

  private fail(scan: { id: string; tenantId: string }): Promise<boolean> {
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
}
