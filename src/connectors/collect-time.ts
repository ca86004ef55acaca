import { TIME_LIMITS, type TimeLimits } from '../platform/time-limits.js';
import { Pace } from './pace.js';

/** Attempts at a call that may go unanswered. */
const SILENT_ATTEMPTS = 2;
/** The shortest time of a call, as a share of the longest. */
const SHORTEST = 1 / 32;

/** The time for a call, or for its part, was over before the system had answered. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';

  constructor(readonly of: 'call' | 'part') {
    super(of === 'call' ? 'there was no answer in time' : 'the time for this part was over');
  }
}

/**
 * The time of a collection, which every client of a connector obeys. A call that is not answered in time is given up, and so is
 * whatever a part still asks for when its time is over: both become gaps. Every unanswered attempt halves the time of the later
 * calls in its part, so that one operation that never answers costs a part two minutes, however often it is asked for.
 */
export class CollectTime {
  private silences = 0;
  private partEndsAt: number;

  private constructor(
    /** Aborts when the collection is cancelled. */
    readonly signal: AbortSignal,
    private readonly limits: TimeLimits,
    private readonly endsAt: number,
    /** Of all parts together. */
    readonly pace: Pace,
  ) {
    this.partEndsAt = this.endOfPart();
  }

  /** @param limits those that differ from `TIME_LIMITS` */
  static begin(signal: AbortSignal, limits: Partial<TimeLimits> = {}): CollectTime {
    const all = { ...TIME_LIMITS, ...limits };
    return new CollectTime(signal, all, performance.now() + all.collectionMs, new Pace());
  }

  /** Begins the time of the next part, where parts are read one after another. */
  nextPart(): void {
    this.silences = 0;
    this.partEndsAt = this.endOfPart();
  }

  /** Time of a part that is read beside others. */
  beside(): CollectTime {
    return new CollectTime(this.signal, this.limits, this.endsAt, this.pace);
  }

  /** Begins a call. */
  call(): CallTime {
    return new CallTime(this, Math.max(this.limits.callMs / 2 ** this.silences, this.limits.callMs * SHORTEST));
  }

  /** Whether a wait of this length ends within the time of the part. */
  allows(waitMs: number): boolean {
    return waitMs < this.partLeftMs;
  }

  /** Rest of the time of the part. Milliseconds, not positive when it is over. */
  get partLeftMs(): number {
    return this.partEndsAt - performance.now();
  }

  /** Records an attempt without an answer. */
  noteSilence(): void {
    this.silences += 1;
  }

  private endOfPart(): number {
    return Math.min(performance.now() + this.limits.partMs, this.endsAt);
  }
}

/** The time of one call with all of its attempts. Pauses between them count for the part alone. */
export class CallTime {
  private silent = 0;

  /** @param callMs time of all attempts together */
  constructor(
    private readonly time: CollectTime,
    private readonly callMs: number,
  ) {}

  /** Whether no other attempt is worth it. */
  get isOver(): boolean {
    return this.silent >= SILENT_ATTEMPTS || this.time.partLeftMs <= 0;
  }

  /**
   * Makes one attempt, from the request to the end of the response. Its signal aborts when the time is over, or the collection is
   * cancelled; the attempt ends then, even where `work` does not.
   * @throws {OutOfTime}; the signal's reason when the collection is cancelled; what `work` throws
   */
  async attempt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal: cancelled, partLeftMs } = this.time;
    cancelled.throwIfAborted();
    if (partLeftMs <= 0) throw new OutOfTime('part');
    if (this.isOver) throw new OutOfTime('call');
    const attemptMs = this.callMs / SILENT_ATTEMPTS;
    const over = new AbortController();
    const end = () => over.abort(new OutOfTime(partLeftMs <= attemptMs ? 'part' : 'call'));
    // Timers count whole milliseconds: none may fire before the time is over.
    const timer = setTimeout(end, Math.ceil(Math.min(attemptMs, partLeftMs)) + 1);
    try {
      const signal = AbortSignal.any([cancelled, over.signal]);
      return await unlessAborted(work(signal), signal);
    } catch (err) {
      cancelled.throwIfAborted();
      if (!over.signal.aborted) throw err;
      this.silent += 1;
      this.time.noteSilence();
      throw over.signal.reason;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Result of `work`, or the reason of `signal` as soon as it aborts. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  // What comes too late is nobody's.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
