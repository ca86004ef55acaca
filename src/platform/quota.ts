import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { MINUTE, SECOND } from './clock.js';

/** Remaining quota, as in the rate limit headers. */
export interface QuotaState {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends. */
  resetSeconds: number;
  isExceeded: boolean;
}

/** A further limit that a request draws on, by its name in the rate limit headers: `scan-triggers`. */
export interface NamedQuotaState extends QuotaState {
  name: string;
}

/** Units that a key has taken of its limit; below zero what it got back. */
export interface QuotaUse {
  key: string;
  units: number;
  /** Limit of the key. */
  limit: number;
}

/**
 * Rate limit in a fixed window of a minute, by key. A request is accepted while one unit is left, whatever it turns out to
 * cost: one that costs more than is left overdraws the window, so that a small limit never forbids a large query
 * altogether. Counted in this process, because a count in the database would turn every read into a write; what other
 * processes have accepted is added by `QuotaExchange`.
 */
export class Quota {
  /** Called with the name of the quota at each refusal. */
  onExceeded: ((name: string) => void) | null = null;
  /** Called with what each accepted request takes or gives back here. */
  onUse: ((use: QuotaUse) => void) | null = null;
  private readonly limiters = new Map<number, RateLimiterMemory>();

  constructor(
    readonly name: string,
    readonly limitDefault: number,
  ) {}

  /** Takes one unit. @param limit of the key, by default that of the quota */
  async consume(key: string, limit: number = this.limitDefault): Promise<QuotaState> {
    try {
      const result = await this.limiter(limit).consume(key);
      this.onUse?.({ key, units: 1, limit });
      return this.state(result, limit, false);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      // What was refused has taken nothing: others that were let in ask how much has been taken.
      await this.limiter(limit).reward(key, 1);
      this.onExceeded?.(this.name);
      return this.state(rejected, limit, true);
    }
  }

  /** Takes further units for what was accepted already, where there are not enough beyond the limit. */
  async charge(key: string, units: number, limit: number = this.limitDefault): Promise<QuotaState> {
    this.onUse?.({ key, units, limit });
    return this.state(await this.limiter(limit).penalty(key, units), limit, false);
  }

  /** State of the quota for a request that has taken `own` units of it: exceeded where the others have used it up. Takes nothing. */
  async peekBeside(own: number, key: string, limit: number = this.limitDefault): Promise<QuotaState> {
    const result = await this.limiter(limit).get(key);
    const isExceeded = result !== null && result.consumedPoints - own >= limit;
    if (isExceeded) this.onExceeded?.(this.name);
    return result ? this.state(result, limit, isExceeded) : this.untouched(limit);
  }

  /** Returns a unit that was taken. */
  async giveBack(key: string, limit: number = this.limitDefault): Promise<void> {
    this.onUse?.({ key, units: -1, limit });
    await this.limiter(limit).reward(key, 1);
  }

  /** Adds what another process has accepted. */
  async addUse({ key, units, limit }: QuotaUse): Promise<void> {
    await this.limiter(limit).penalty(key, units);
  }

  /** State of the quota, without taking a unit. */
  async peek(key: string, limit: number = this.limitDefault): Promise<QuotaState> {
    const result = await this.limiter(limit).get(key);
    if (result) return this.state(result, limit, result.consumedPoints > limit);
    return this.untouched(limit);
  }

  private untouched(limit: number): QuotaState {
    return { limit, remaining: limit, resetSeconds: MINUTE / SECOND, isExceeded: false };
  }

  private limiter(limit: number): RateLimiterMemory {
    const known = this.limiters.get(limit);
    if (known) return known;
    const made = new RateLimiterMemory({
      keyPrefix: `${this.name} ${limit}`,
      points: limit,
      duration: MINUTE / SECOND,
    });
    this.limiters.set(limit, made);
    return made;
  }

  private state(result: RateLimiterRes, limit: number, isExceeded: boolean): QuotaState {
    return {
      limit,
      remaining: Math.max(0, result.remainingPoints),
      resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / SECOND)),
      isExceeded,
    };
  }
}
