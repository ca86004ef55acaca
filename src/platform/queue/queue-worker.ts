import type { Clock } from '../clock.js';
import type { Database } from '../database/database.js';
import type { Interval, Jobs } from '../jobs/jobs.js';

export interface QueueWorkerOptions<Payload> {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  queue: { expireAbandoned: (database: Database) => Promise<void> };
  /** Job that finds rows whose notification was lost or whose process died. Run by one process at a time. */
  sweep: { job: string; every: Interval; run: () => Promise<void> };
  /** Job that is enqueued when there is work. @default none, the queue is notified in another way */
  wake?: { job: string; concurrency: number; run: (payload: Payload) => Promise<void> };
  /** Time for current work to continue after `stop`, before it is interrupted. Milliseconds. @default 0 */
  stopGraceMs?: number;
}

/**
 * Worker of a lease queue in one process: takes over from a dead predecessor, is woken by Agenda and by a sweep, and
 * tracks its current work, for which a stop waits. The rows hold the state: a lost or doubled notification changes
 * nothing.
 */
export class QueueWorker<Payload = void> {
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly stoppingController = new AbortController();
  private readonly interruptController = new AbortController();

  constructor(private readonly options: QueueWorkerOptions<Payload>) {}

  /** Aborts when no new work may begin. */
  get stopping(): AbortSignal {
    return this.stoppingController.signal;
  }

  /** Aborts when current work must release its lease and end. */
  get interrupted(): AbortSignal {
    return this.interruptController.signal;
  }

  /** Defines the jobs and releases the leases of a dead predecessor. */
  async start(): Promise<void> {
    const { jobs, queue, database, sweep, wake } = this.options;
    if (wake) {
      jobs.define<Payload>({
        name: wake.job,
        concurrency: wake.concurrency,
        run: (payload) => this.track(wake.run(payload)),
      });
    }
    jobs.define({ name: sweep.job, concurrency: 1, every: sweep.every, run: () => this.track(sweep.run()) });
    await queue.expireAbandoned(database);
  }

  /** Resolves with `work`, which a stop waits for. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work);
    try {
      return await work;
    } finally {
      this.underWay.delete(work);
    }
  }

  /** Lets current work end within the grace period, interrupts the rest, and waits for it. */
  async stop(): Promise<void> {
    this.stoppingController.abort();
    const { clock, stopGraceMs = 0 } = this.options;
    const ended = this.allEnded();
    if (stopGraceMs > 0) {
      const grace = new AbortController();
      await Promise.race([ended, clock.sleep(stopGraceMs, grace.signal)]);
      grace.abort();
    }
    this.interruptController.abort(new Error('the process stops'));
    await ended;
  }

  /** Waits for all work, including work that other work has started meanwhile. */
  private async allEnded(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }
}
