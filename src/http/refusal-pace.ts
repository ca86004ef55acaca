import { setTimeout } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { MINUTE, SECOND } from '../platform/clock.js';

/** Speed of refusals. */
export interface Pace {
  /** Of one organization, or of an address of strangers, that are sent at once. */
  atOnce: number;
  /** And after that. */
  perSecond: number;
  /** Longest wait. Milliseconds. */
  waitMsMax: number;
}

/** Our choice: a refusal costs a tenth of a millisecond, and whoever is refused asks again at once. Source: schema/contract/limits.md. */
const PACE: Pace = { atOnce: 200, perSecond: 100, waitMsMax: 10 * SECOND };
const KEYS_MAX = 20_000;

const REFUSALS: readonly number[] = [429, 503];

interface Refused {
  /** Whose refusal it is. */
  keyOf: (ctx: Context) => string;
  /** Whether a connection belongs to a proxy: it would take a cut one for a fault of the service. */
  isBehindProxy: boolean;
}

/**
 * Sends what is refused because it came too early or at a bad time so slowly that it does not hold up the answers to others. Beyond the
 * longest wait the connection is ended; that of a proxy is answered at once, and the proxy has to limit its clients.
 */
export function paceRefusals(pace: RefusalPace, { keyOf, isBehindProxy }: Refused): Middleware {
  return async (ctx, next) => {
    await next();
    if (!REFUSALS.includes(ctx.status)) return;
    const waitMs = pace.waitMs(keyOf(ctx));
    if (waitMs === null) {
      if (!isBehindProxy) ctx.req.socket.destroy();
      return;
    }
    if (waitMs > 0) await pace.wait(waitMs, ctx);
  };
}

/** When the refusals of each organization or address are due, if they are sent evenly. */
export class RefusalPace {
  /** Milliseconds of `now`. */
  private readonly due = new LRUCache<string, number>({ max: KEYS_MAX, ttl: MINUTE });
  private readonly stopped = new AbortController();

  constructor(
    private readonly pace: Pace = PACE,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The time until the next refusal of a key is due, which takes its place. Milliseconds; null where that is too late. */
  waitMs(key: string): number | null {
    const { atOnce, perSecond, waitMsMax } = this.pace;
    const gapMs = SECOND / perSecond;
    const now = this.now();
    const due = Math.max(this.due.get(key) ?? Number.NEGATIVE_INFINITY, now - atOnce * gapMs) + gapMs;
    if (due - now > waitMsMax) return null;
    this.due.set(key, due);
    return Math.max(0, due - now);
  }

  /** Waits while the client does, and while the service goes on. */
  async wait(ms: number, { res }: Context): Promise<void> {
    const over = new AbortController();
    const end = () => over.abort();
    res.once('close', end);
    const signal = AbortSignal.any([over.signal, this.stopped.signal]);
    await setTimeout(ms, undefined, { signal }).catch(() => undefined);
    res.off('close', end);
  }

  /** Lets nothing wait any more: the service stops. */
  stop(): void {
    this.stopped.abort();
  }
}
