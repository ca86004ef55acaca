import type { Clock } from '../clock.js';
import type { Database } from '../database/database.js';
import type { Interval, Jobs } from '../jobs/jobs.js';

export interface QueueWorkerOptions<Payload> {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  queue: { expireAbandoned: (database: Database) => Promise<void> };
  /** Job that finds rows whose wake-up was lost or whose process died. Run by one process at a time. */
  sweep: { job: string; every: Interval; run: () => Promise<void> };
  /** Job that is enqueued when there is something to do. @default none, the queue is woken in another way */
  wake?: { job: string; concurrency: number; run: (payload: Payload) => Promise<void> };
  /** How long work under way may go on after `stop`, before it is interrupted. Milliseconds. @default 0 */
  stopGraceMs?: number;
}

/**
 * The part of a process in a lease queue: takes over from a dead predecessor, is woken by Agenda and by a sweep, and knows
 * the work that is under way, so that a stop can wait for it. The rows hold the truth: a lost or doubled wake-up changes nothing.
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

  /** Aborts when work under way must release its lease and end. */
  get interrupted(): AbortSignal {
    return this.interruptController.signal;
  }

  /** Defines the jobs and frees what a dead predecessor held. */
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

  /** Lets work under way end for the grace period, interrupts the rest, and waits for it. */
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

  /** Work under way may have begun other work by the time it ends. */
  private async allEnded(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }
}
