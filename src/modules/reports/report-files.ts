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
/**
 * Time after which a package lets other organizations go first, before its next file: a large one takes a minute. Most others are whole within
 * it, and who waits has a place within the longest wait, whatever is put together.
 */
const PACKAGE_TURN_MS = 2 * SECOND;
/** Time for files that are being written to end when the service stops, within that of requests. */
const STOP_GRACE_MS = 5 * SECOND;

/** Writes report files apart from this process, in turns between organizations. */
export class ReportFiles {
  private readonly turns = new FairQueue(WRITING);
  private readonly packing = new FairQueue(PACKING);
  /** By organization, when the turn of its package began. */
  private readonly packingSince = new Map<string, number>();
  private readonly writing = new Set<Promise<null>>();
  private readonly stopping = new AbortController();

  /**
   * @param limits of each file. @default those of the contract
   * @param packageTurnMs time that a package has while others wait. @default 2_000 // 2 seconds
   */
  constructor(
    private readonly limits: ProcessLimits = FORMAT_LIMITS,
    private readonly packageTurnMs = PACKAGE_TURN_MS,
  ) {}

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
    const timed = async () => {
      this.packingSince.set(tenantId, performance.now());
      try {
        return await work();
      } finally {
        this.packingSince.delete(tenantId);
      }
    };
    return outsideTurn(() => this.packing.run(tenantId, timed), { hasOwnQueue: true });
  }

  /**
   * Lets other organizations go first where they wait and the package of this one has had its time. For its work, between two files and
   * outside of `inTurn`: whoever waited here with a turn of that would keep it from those who wait there with a place here.
   */
  async giveWay(tenantId: string): Promise<void> {
    const since = this.packingSince.get(tenantId);
    if (since === undefined || performance.now() - since < this.packageTurnMs) return;
    await this.packing.giveWay(tenantId);
    this.packingSince.set(tenantId, performance.now());
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
