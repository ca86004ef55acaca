import type { ExecutionResult } from 'graphql';
import type { RequestContext } from '../context.js';
import { textOfResult } from './result-text.js';
import type { SendingTurns } from './sending-turns.js';
import type { SubscriberCharges } from './subscriber-charges.js';

/** Length of a result with errors, about. */
const ERRORS_BYTES = 1_024;

export interface SubscriberParts {
  context: RequestContext;
  /** Cost of the operation in units. */
  units: number;
  /** Aborted when the client has gone; undefined where whoever reads the results ends them then. */
  gone: AbortSignal | undefined;
  /** The next event. */
  next: () => Promise<IteratorResult<unknown>>;
  /** Result of an event; that of the first one is RATE_LIMITED where others of the credential have used the quota up. */
  resultOf: (event: unknown, options: { isFirst: boolean; signal: AbortSignal }) => Promise<ExecutionResult>;
  /** Called once, when the subscription is over. */
  onEnd: () => Promise<unknown>;
  /** Called once, when nothing is done for it any more after that. */
  onIdle: () => void;
  charges: SubscriberCharges;
  turns: SendingTurns;
}

/**
 * The results of one open subscription, each when it may be sent. While no unit of its owner's quota is left, the next event waits, and
 * newer ones take the place of those behind it; the first one is the answer to the operation, which was counted, and ends the subscription
 * where it is refused.
 */
export class Subscriber implements AsyncIterableIterator<ExecutionResult> {
  private readonly ended = new AbortController();
  private isAnswered = false;
  private isRefused = false;
  /** What is done for it at the moment. */
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: SubscriberParts) {
    const { gone } = parts;
    if (gone?.aborted) void this.return();
    else gone?.addEventListener('abort', () => void this.return(), { once: true, signal: this.ended.signal });
  }

  next(): Promise<IteratorResult<ExecutionResult>> {
    const next = this.nextResult();
    this.work = next.catch(() => undefined);
    return next;
  }

  private async nextResult(): Promise<IteratorResult<ExecutionResult>> {
    if (this.isRefused) return this.return();
    try {
      const event = await this.parts.next();
      const value = event.done ? null : await this.sendable(event.value);
      return value ? { done: false, value } : await this.return();
    } catch (err) {
      // What is not made any more because the subscription has ended is no failure.
      if (this.isOver()) return { done: true, value: undefined };
      await this.return();
      throw err;
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult>> {
    if (!this.isOver()) {
      this.ended.abort();
      void this.work.then(() => this.parts.onIdle());
      await this.parts.onEnd();
    }
    return { done: true, value: undefined };
  }

  /** graphql-sse ends only iterators that have `throw`: without it, a client that disconnects would leave its subscription open. */
  throw(): Promise<IteratorResult<ExecutionResult>> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private isOver(): boolean {
    return this.ended.signal.aborted;
  }

  /** The result of an event, in its turn to be sent; null where the subscription has ended by then. */
  private async sendable(event: unknown): Promise<ExecutionResult | null> {
    const { context, units, charges, turns, resultOf } = this.parts;
    const { viewer } = context;
    const { signal } = this.ended;
    const isFirst = !this.isAnswered;
    this.isAnswered = true;
    const mustWait = async () => !isFirst && !this.isOver() && (await charges.isUsedUp(viewer));
    if (!charges.hadUnits(viewer) && (await mustWait())) await charges.untilLeft(viewer, signal);
    if (this.isOver()) return null;
    if (units > 1) await charges.charge(viewer, units - 1);
    // Here and not where it is executed, which is once for all who share it.
    if (!isFirst && turns.mustWait(context)) await turns.untilRead(context, signal);
    if (this.isOver()) return null;
    const result = await resultOf(event, { isFirst, signal });
    this.isRefused = isFirst && isRefusal(result);
    const bytes = textOfResult(result)?.bytes ?? ERRORS_BYTES;
    await turns.take(context, bytes, signal);
    while (!charges.hadUnits(viewer) && (await mustWait())) {
      await charges.untilLeft(viewer, signal);
      await turns.take(context, bytes, signal);
    }
    return this.isOver() ? null : result;
  }
}

function isRefusal({ errors }: ExecutionResult): boolean {
  return errors?.some(({ extensions }) => extensions.code === 'RATE_LIMITED') ?? false;
}
