import { AsyncLocalStorage } from 'node:async_hooks';
import { SECOND } from '../clock.js';
import type { Log } from '../log.js';
import { inRootSpan } from '../telemetry/spans.js';
import { nextInTurn } from './fair-share.rules.js';
import type { Interval, Jobs } from './jobs.js';

/** Work of one tenant that is due. */
export interface DueWork {
  /** Of a row, or of what its rows have in common. Unique among all tenants. */
  id: string;
  tenantId: string;
}

export interface FairPoolOptions<Due extends DueWork> {
  /** Name of the work, for the log and for traces: `security_events.push`. */
  name: string;
  log: Log;
  /** Pieces of work under way at once in this process. */
  slots: number;
  /** Time for one piece of work, after which its signal aborts. Milliseconds. */
  deadlineMs: number;
  /** Time for it to end once its signal has aborted; whatever it does then, its slot is free. Milliseconds. @default 5_000 */
  windDownMs?: number;
  /** Time for what is under way to end by itself when the service stops. Milliseconds. @default 3_000 */
  stopGraceMs?: number;
  /** Finds what is due, but for these ids: in turns by tenant, and of those the longest due first. May leave some out. */
  find: (without: readonly string[]) => Promise<Due[]>;
  /**
   * Does a piece of work that may not be due any more, in the scope of its tenant.
   * @returns whether it changed what is due; if not, it is looked at again after the next wake-up
   */
  work: (due: Due, signal: AbortSignal) => Promise<boolean>;
}

const WIND_DOWN_MS = 5 * SECOND;
const STOP_GRACE_MS = 3 * SECOND;

/**
 * Work that is due for many tenants, in a bounded number of slots: a slot that is free is filled at once, with work of the tenant that
 * holds the fewest (`nextInTurn`), so that nobody waits for the slowest one. Each piece has a deadline. State is in rows: what is
 * under way here may be so in another process too, and a claim decides.
 */
export class FairPool<Due extends DueWork> {
  private waiting: Due[] = [];
  private readonly underWay = new Map<string, { due: Due; ended: Promise<void> }>();
  /** Ids of work that changed nothing since the last wake-up. */
  private readonly resting = new Set<string>();
  private readonly lastStarts = new Map<string, number>();
  private startCount = 0;
  private isWanted = false;
  /** Whether the last look found something: there may be more. */
  private hasMore = false;
  private looking: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  private readonly interrupting = new AbortController();
  /** Work belongs to nobody's request, and to no other work whose end gave it a slot. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(private readonly options: FairPoolOptions<Due>) {}

  /** Aborts when what is under way has to end because the service stops: what it interrupts has not failed. */
  get interrupted(): AbortSignal {
    return this.interrupting.signal;
  }

  /**
   * Looks for what is due, and begins it as slots are free. Waits for the look alone.
   * @throws {Error} of the look, after which the next wake-up looks again
   */
  wake(): Promise<void> {
    this.resting.clear();
    return this.look();
  }

  /** Resolves when nothing is under way, and nothing more is due. */
  async settled(): Promise<void> {
    while (this.looking || this.underWay.size > 0) {
      await this.looking?.catch(() => undefined);
      await Promise.all([...this.underWay.values()].map(({ ended }) => ended));
    }
  }

  /** Begins nothing more, lets what is under way end for a moment, then interrupts it. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const interrupt = () => this.interrupting.abort(new Error('the service stops'));
    const grace = setTimeout(interrupt, this.options.stopGraceMs ?? STOP_GRACE_MS);
    await this.settled();
    clearTimeout(grace);
  }

  private look(): Promise<void> {
    if (this.stopping.signal.aborted) return Promise.resolve();
    this.isWanted = true;
    this.looking ??= this.outside(() => this.findAll()).finally(() => {
      this.looking = null;
      if (this.isWanted) this.lookOn();
    });
    return this.looking;
  }

  /** Looks for nobody who would have the error. */
  private lookOn(): void {
    const { log, name } = this.options;
    this.look().catch((err: unknown) => log.warn({ err, work: name }, 'cannot look for what is due'));
  }

  private async findAll(): Promise<void> {
    while (this.isWanted && !this.stopping.signal.aborted) {
      this.isWanted = false;
      // Where the look fails it is the wake-ups that look again.
      this.hasMore = false;
      const found = await this.options.find([...this.underWay.keys(), ...this.resting]);
      this.hasMore = found.length > 0;
      this.waiting = found;
      this.fill();
    }
    if (this.underWay.size === 0) this.lastStarts.clear();
  }

  /** Begins what may begin; looks for more when nothing waits any longer. */
  private fill(): void {
    while (!this.stopping.signal.aborted) {
      const free = this.options.slots - this.underWay.size;
      this.waiting = this.waiting.filter(({ id }) => !this.underWay.has(id) && !this.resting.has(id));
      const [next] = this.waiting.splice(this.nextOf(free), 1);
      if (free <= 0 || !next) break;
      this.begin(next);
    }
    const isIdle = this.waiting.length === 0 && this.underWay.size < this.options.slots;
    if (isIdle && this.hasMore) this.lookOn();
  }

  /** Beyond the end where nothing may begin. */
  private nextOf(free: number): number {
    const held = new Map<string, number>();
    for (const { due } of this.underWay.values()) held.set(due.tenantId, (held.get(due.tenantId) ?? 0) + 1);
    const next = nextInTurn(this.waiting, { free, held, lastStarts: this.lastStarts });
    return next === -1 ? this.waiting.length : next;
  }

  private begin(due: Due): void {
    this.startCount += 1;
    this.lastStarts.set(due.tenantId, this.startCount);
    const ended = this.outside(() => this.finish(due));
    this.underWay.set(due.id, { due, ended });
  }

  private async finish(due: Due): Promise<void> {
    const { name, log } = this.options;
    const { id, tenantId } = due;
    // Not before it is under way, whatever it throws.
    await Promise.resolve();
    try {
      const hasChanged = await inRootSpan(`job ${name}`, { kind: 'internal' }, () => this.withDeadline(due));
      if (!hasChanged) this.resting.add(id);
    } catch (err) {
      this.resting.add(id);
      if (!this.interrupted.aborted) log.error({ err, work: name, id, tenantId }, 'work that was due failed');
    }
    this.underWay.delete(id);
    this.fill();
  }

  /** @throws {Error} where it did not end although its signal has aborted; errors of the work */
  private async withDeadline(due: Due): Promise<boolean> {
    const { work, deadlineMs, windDownMs = WIND_DOWN_MS } = this.options;
    const deadline = new AbortController();
    const signal = AbortSignal.any([deadline.signal, this.interrupted]);
    const late = Promise.withResolvers<never>();
    const timers = [setTimeout(() => deadline.abort(new Error('it took too long')), deadlineMs)];
    const windDown = () => {
      timers.push(setTimeout(() => late.reject(new Error('it did not end when its time was over')), windDownMs));
    };
    signal.addEventListener('abort', windDown, { once: true });
    try {
      return await Promise.race([work(due, signal), late.promise]);
    } finally {
      signal.removeEventListener('abort', windDown);
      for (const timer of timers) clearTimeout(timer);
    }
  }
}

export interface PooledWork {
  /** Job that looks at intervals: a wake-up may be lost. Run by one process at a time. */
  sweep: { job: string; every: Interval };
  /** Job that looks when it is enqueued. @default none */
  wake?: { job: string };
}

/** A worker whose jobs wake a pool and do not wait for the work; its stop ends what is under way. */
export function pooled(
  jobs: Jobs,
  pool: Pick<FairPool<DueWork>, 'wake' | 'stop'>,
  { sweep, wake }: PooledWork,
): { start(): Promise<void>; stop(): Promise<void> } {
  const run = () => pool.wake();
  return {
    start: () => {
      jobs.define({ name: sweep.job, concurrency: 1, every: sweep.every, run });
      if (wake) jobs.define({ name: wake.job, concurrency: 1, run });
      return Promise.resolve();
    },
    stop: () => pool.stop(),
  };
}
