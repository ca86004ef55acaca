import type { Worker } from '../../feature/feature.js';
import { SECOND } from '../../platform/clock.js';
import type { ProcessLimits } from '../../platform/confined-process.js';
import { AppError } from '../../platform/errors.js';
import { FairQueue } from '../../platform/fair-queue.js';
import { outsideTurn } from '../../platform/outside-turn.js';
import { FORMAT_LIMITS, writeApart } from './formats/format-process.js';
import type { FormatJob } from './formats/format-job.js';

/** Files that are written at once in this process: each by a process of its own, whose CPU time is limited. */
const WRITING = { concurrency: 2, perKey: 1, waitingPerKeyMax: 20, waitMsMax: 30 * SECOND };
/** Packages that are put together at once: their files are read, hashed and compressed here. */
const PACKING = { concurrency: 2, perKey: 1, waitingPerKeyMax: 20, waitMsMax: 30 * SECOND };
/** Time for files that are being written to end when the service stops, within that of requests. */
const STOP_GRACE_MS = 5 * SECOND;

/** Writes report files apart from this process, in turns between organizations. */
export class ReportFiles {
  private readonly turns = new FairQueue(WRITING);
  private readonly packing = new FairQueue(PACKING);
  private readonly writing = new Set<Promise<null>>();
  private readonly stopping = new AbortController();

  /** @param limits of each file. @default those of the contract */
  constructor(private readonly limits: ProcessLimits = FORMAT_LIMITS) {}

  /**
   * Runs work that writes one file, when it is the turn of the organization, outside of the turn of its operation.
   * @param isPatient for the next file of a package, which waits as long as it takes. @default false
   * @throws {AppError} RATE_LIMITED, UNAVAILABLE where too much waits; errors of `work`
   */
  inTurn<T>(tenantId: string, work: () => Promise<T>, { isPatient = false } = {}): Promise<T> {
    return outsideTurn(() => this.turns.run(tenantId, work, { isPatient }), { hasOwnQueue: true });
  }

  /**
   * Runs work that puts one package together, when it is the turn of the organization; each report in it takes a turn of `inTurn` beside.
   * @throws {AppError} as `inTurn`
   */
  packageInTurn<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    return outsideTurn(() => this.packing.run(tenantId, work), { hasOwnQueue: true });
  }

  /**
   * Bytes of a file. To be read in a turn.
   * @throws {AppError} VALIDATION_FAILED, field `/format`, beyond the limits of a file; UNAVAILABLE when the service stops
   */
  async *write(job: FormatJob): AsyncGenerator<Buffer> {
    const { promise, resolve } = Promise.withResolvers<null>();
    this.writing.add(promise);
    try {
      yield* writeApart(job, { signal: this.stopping.signal, limits: this.limits });
    } finally {
      this.writing.delete(promise);
      resolve(null);
    }
  }

  /** Waits for what is being written, and ends what takes longer. */
  worker(): Worker {
    return { start: () => Promise.resolve(), stop: () => this.stop() };
  }

  private async stop(): Promise<void> {
    const { promise: isLate, resolve } = Promise.withResolvers<true>();
    const timer = setTimeout(() => resolve(true), STOP_GRACE_MS);
    while (this.writing.size > 0 && (await Promise.race([isLate, ...this.writing])) !== true);
    clearTimeout(timer);
    this.stopping.abort(new AppError('UNAVAILABLE', 'the service is stopping, try again'));
  }
}
