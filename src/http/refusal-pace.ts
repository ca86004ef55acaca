import { setTimeout } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { tenantOrAddressOf } from '../graphql/callers.js';
import { MINUTE, SECOND } from '../platform/clock.js';
import type { ServiceState } from './state.js';

/** Speed of refusals. */
interface Pace {
  /** Of one organization, or of an address of strangers, that are sent at once. */
  atOnce: number;
  /** And after that. */
  perSecond: number;
  /** Longest wait: beyond it the connection is ended. Milliseconds. */
  waitMsMax: number;
}

/** Our choice: a refusal costs a tenth of a millisecond, and whoever is refused asks again at once. Source: schema/contract/limits.md. */
const PACE: Pace = { atOnce: 200, perSecond: 100, waitMsMax: 10 * SECOND };
const KEYS_MAX = 20_000;

const REFUSALS: readonly number[] = [429, 503];

/** Sends what is refused because it came too early or at a bad time so slowly that it does not hold up the answers to others. */
export function paceRefusals(addressOf: (ctx: Context) => string, options: Pace = PACE): Middleware {
  const pace = new RefusalPace(options);
  return async (ctx, next) => {
    await next();
    if (!REFUSALS.includes(ctx.status)) return;
    const { requestContext } = ctx.state as Partial<ServiceState>;
    const waitMs = pace.waitMs(tenantOrAddressOf(requestContext ?? { viewerIfAny: null, address: addressOf(ctx) }));
    if (waitMs > options.waitMsMax) ctx.req.socket.destroy();
    else if (waitMs > 0) await setTimeout(waitMs);
  };
}

/** When the refusals of each organization or address are due, if they are sent evenly. */
class RefusalPace {
  /** Milliseconds of `performance.now()`. */
  private readonly due = new LRUCache<string, number>({ max: KEYS_MAX, ttl: MINUTE });

  constructor(private readonly options: Pace) {}

  /** The time until the next refusal of a key is due, which takes its place unless that is too late. Milliseconds. */
  waitMs(key: string): number {
    const { atOnce, perSecond, waitMsMax } = this.options;
    const gapMs = SECOND / perSecond;
    const now = performance.now();
    const due = Math.max(this.due.get(key) ?? Number.NEGATIVE_INFINITY, now - atOnce * gapMs) + gapMs;
    if (due - now <= waitMsMax) this.due.set(key, due);
    return Math.max(0, due - now);
  }
}
