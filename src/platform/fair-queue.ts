import { AppError } from './errors.js';
import { WaitingTurns, type Waiter } from './waiting-turns.js';

/** Value of `Retry-After` for work that found its queue full or waited too long. */
const RETRY_SECONDS = 2;

export interface FairQueueOptions {
  /** Work in progress at once, of all keys together. */
  concurrency: number;
  /** Work in progress at once of one key. */
  perKey: number;
  /** Limit of what waits for one key. @default 200 */
  waitingPerKeyMax?: number;
  /** Limit of what waits for all keys together. @default 2_000 */
  waitingMax?: number;
  /** Longest wait. Milliseconds. @default 10_000 */
  waitMsMax?: number;
  /**
   * Pause before the next start, as a multiple of the time that the last work took: 1 leaves half of the time to others.
   * @default 0
   */
  rest?: number;
}

/** Longest pause. Milliseconds. */
const REST_MS_MAX = 1_000;

interface RunOptions {
  /** Who of the key sends it: the parts of a key take turns, too. @default all of it is one part */
  part?: string;
  /** Whether it waits as long as it takes, however many wait: for work that was begun already. @default false */
  isPatient?: boolean;
}

/**
 * Bounded concurrency with one queue for each key, served in turn: however much one tenant sends, another waits for one
 * piece of its work at most. Where too much waits, the last of whoever has most waiting gives way. Written by hand: p-queue and the like know priorities, and no turns between keys.
 */
export class FairQueue {
  /** Keys with waiting work, in the order of their turns. */
  private readonly waiting = new Map<string, WaitingTurns>();
  private readonly running = new Map<string, number>();
  private runningCount = 0;
  private waitingCount = 0;
  /** Of these, the ones that may be refused: patient ones, which were begun already, refuse nobody else. */
  private impatientCount = 0;
  private restsUntil = 0;
  private rousing: NodeJS.Timeout | null = null;
  /** Whether what waits is started in the next turn of the event loop, before what comes until then. */
  private isNext = false;
  private readonly options: Required<FairQueueOptions>;

  constructor(options: FairQueueOptions) {
    this.options = { waitingPerKeyMax: 200, waitingMax: 2_000, waitMsMax: 10_000, rest: 0, ...options };
  }

  /** Whether work of another key waits that a place of this one would let start. */
  doOthersWait(key: string): boolean {
    const { perKey } = this.options;
    return [...this.waiting.keys()].some((each) => each !== key && (this.running.get(each) ?? 0) < perKey);
  }

  /**
   * Lets work of other keys have the place of what runs for this one, where it waits for that, and resolves when there is a place again: in
   * the turn of its key, before anything else of it. To be called by the work, between two pieces of it; for queues without `rest`.
   */
  async giveWay(key: string): Promise<void> {
    if (!this.doOthersWait(key)) return;
    const again = this.turn(key, { part: '', isPatient: true, isFirst: true });
    this.ended(key, 0);
    await again;
  }

  /** Numbers of what runs and what waits, for metrics. */
  counts(): { running: number; waiting: number } {
    return { running: this.runningCount, waiting: this.waitingCount };
  }

  /**
   * Runs `work` when it is the turn of `key`.
   * @throws {AppError} RATE_LIMITED when too much of the key waits; UNAVAILABLE when too much of all does, or after the
   * longest wait; errors of `work`
   */
  async run<T>(key: string, work: () => T | Promise<T>, { part = '', isPatient = false }: RunOptions = {}): Promise<T> {
    if (this.canStart(key) && !this.isNext && !this.waiting.has(key)) this.started(key);
    else await this.turn(key, { part, isPatient });
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.ended(key, performance.now() - startedAt);
    }
  }

  /** Resolves when the work has its place, which is counted already. */
  private turn(
    key: string,
    { part, isPatient, isFirst = false }: Required<RunOptions> & { isFirst?: boolean },
  ): Promise<void> {
    if (!isPatient) this.makeRoom(key, part);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        part,
        isPatient,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (err) => {
          clearTimeout(timer);
          reject(err);
        },
      };
      const timer = isPatient
        ? undefined
        : setTimeout(() => this.refuse(key, waiter, overloaded()), this.options.waitMsMax);
      const turns = this.waiting.get(key) ?? new WaitingTurns();
      if (isFirst) {
        turns.unshift(waiter);
        this.waiting.delete(key);
      } else turns.push(waiter);
      this.waiting.set(key, turns);
      this.counted(waiter, 1);
      this.rouse();
    });
  }

  /** Refuses what gives way to one more. @throws {AppError} where that is the one */
  private makeRoom(key: string, part: string): void {
    const { waitingPerKeyMax, waitingMax } = this.options;
    const own = this.waiting.get(key);
    if ((own?.impatientSize ?? 0) >= waitingPerKeyMax) {
      const full = new AppError('RATE_LIMITED', `at most ${waitingPerKeyMax} requests may wait at once`, {
        retryAfterSeconds: RETRY_SECONDS,
      });
      const last = own?.givesWayTo(part);
      if (!last) throw full;
      this.refuse(key, last, full);
    }
    if (this.impatientCount < waitingMax) return;
    const [name, longest] = this.longest();
    const last = (longest?.impatientSize ?? 0) > (own?.impatientSize ?? 0) + 1 ? longest?.last() : null;
    if (!last) throw overloaded();
    this.refuse(name, last, overloaded());
  }

  /** The key that has most waiting of what may be refused. */
  private longest(): [string, WaitingTurns | null] {
    let most: [string, WaitingTurns | null] = ['', null];
    for (const entry of this.waiting) if (entry[1].impatientSize > (most[1]?.impatientSize ?? 0)) most = entry;
    return most;
  }

  private refuse(key: string, waiter: Waiter, err: AppError): void {
    const turns = this.waiting.get(key);
    if (!turns?.remove(waiter)) return;
    if (turns.size === 0) this.waiting.delete(key);
    this.counted(waiter, -1);
    waiter.refuse(err);
  }

  private counted({ isPatient }: Waiter, change: 1 | -1): void {
    this.waitingCount += change;
    if (!isPatient) this.impatientCount += change;
  }

  private canStart(key: string): boolean {
    const { concurrency, perKey } = this.options;
    const isFree = this.runningCount < concurrency && (this.running.get(key) ?? 0) < perKey;
    return isFree && performance.now() >= this.restsUntil;
  }

  private started(key: string): void {
    this.runningCount += 1;
    this.running.set(key, (this.running.get(key) ?? 0) + 1);
  }

  private ended(key: string, ms: number): void {
    this.runningCount -= 1;
    const left = (this.running.get(key) ?? 1) - 1;
    if (left > 0) this.running.set(key, left);
    else this.running.delete(key);
    if (this.options.rest > 0) this.restsUntil = performance.now() + Math.min(REST_MS_MAX, ms * this.options.rest);
    if (this.waitingCount === 0 || this.isNext) return;
    this.isNext = true;
    // Work that waits for nothing outside would follow upon each other without a turn for anything else.
    setImmediate(() => {
      this.isNext = false;
      this.rouse();
    });
  }

  /** Starts whatever may start now, key by key; the key that had its turn goes to the end. */
  private rouse(): void {
    const restMs = this.restsUntil - performance.now();
    if (restMs > 0) {
      if (this.waitingCount > 0) this.rousing ??= setTimeout(() => this.wake(), Math.ceil(restMs));
      return;
    }
    for (;;) {
      const key = [...this.waiting.keys()].find((each) => this.canStart(each));
      const turns = key === undefined ? undefined : this.waiting.get(key);
      const waiter = turns?.shift();
      if (key === undefined || !turns || !waiter) return;
      this.waiting.delete(key);
      if (turns.size > 0) this.waiting.set(key, turns);
      this.counted(waiter, -1);
      this.started(key);
      waiter.start();
    }
  }

  private wake(): void {
    this.rousing = null;
    this.rouse();
  }
}

function overloaded(): AppError {
  return new AppError('UNAVAILABLE', 'the service has too much to do, try again', { retryAfterSeconds: RETRY_SECONDS });
}
