import type { RequestContext } from '../context.js';
import { AppError } from '../platform/errors.js';
import { giveBackUnits, secondsLeft, takeUnits } from './tenant-quota.sql.js';

export interface TenantQuotaOptions {
  /** Name of the counted requests, in the plural: `scan triggers`. */
  name: string;
  /** Limit per minute for a tenant with the default of 600 requests a minute; it scales with that. */
  per600Requests: number;
  /** Default rate limit of the service. */
  requestsPerMinute: number;
}

/** Units that a request has taken. */
interface TakenUnits {
  /** Gives them back, where their window has not ended. */
  giveBack: () => Promise<void>;
}

/**
 * Limit on expensive requests of a tenant per minute, counted in the database and so shared by all processes. For rare
 * requests: each costs a write.
 */
export class TenantQuota {
  /** Called with the quota's name at each refusal. */
  onExceeded: ((name: string) => void) | null = null;

  constructor(private readonly options: TenantQuotaOptions) {}

  /**
   * Takes units while one is left, which may overdraw the window. Windows last a minute by the database's clock; a refusal neither counts
   * nor moves a window. The answer names the quota in its rate limit headers.
   * @throws {AppError} RATE_LIMITED when none is left
   */
  async take({ em, viewer, quotas }: Pick<RequestContext, 'em' | 'viewer' | 'quotas'>, units = 1): Promise<TakenUnits> {
    const { name } = this.options;
    const { tenantId } = viewer;
    const limit = this.limitFor(viewer.rateLimitPerMinute);
    const drawn = { name: name.replaceAll(' ', '-'), limit };
    const taken = await takeUnits.one(em, { tenantId, quota: name, limit, units });
    if (taken) {
      const { used, seconds: resetSeconds, ends } = taken;
      const state = { ...drawn, remaining: Math.max(0, limit - used), resetSeconds, isExceeded: false };
      quotas.push(state);
      return {
        giveBack: async () => {
          await giveBackUnits.run(em, { tenantId, quota: name, ends, units });
          state.remaining = Math.max(0, limit - used + units);
        },
      };
    }
    this.onExceeded?.(name);
    const window = await secondsLeft.one(em, { tenantId, quota: name });
    const resetSeconds = Math.max(1, window?.seconds ?? 1);
    quotas.push({ ...drawn, remaining: 0, resetSeconds, isExceeded: true });
    throw new AppError('RATE_LIMITED', `at most ${limit} ${name} a minute`, { retryAfterSeconds: resetSeconds });
  }

  /**
   * Takes a unit for work that may have to wait for its turn, which costs nothing where that never comes.
   * @param inTurn runs what it is given when it is its turn
   * @throws {AppError} as `take`; errors of `inTurn`
   */
  async takeForTurn<T>(
    ctx: Pick<RequestContext, 'em' | 'viewer' | 'quotas'>,
    inTurn: (work: () => Promise<T>) => Promise<T>,
    work: () => Promise<T>,
  ): Promise<T> {
    const { giveBack } = await this.take(ctx);
    const turn = { hasCome: false };
    try {
      return await inTurn(() => {
        turn.hasCome = true;
        return work();
      });
    } catch (err) {
      if (!turn.hasCome) await giveBack();
      throw err;
    }
  }

  /** Limit of a tenant. @param own rate limit of the tenant per minute, or null for the default */
  private limitFor(own: number | null): number {
    const { per600Requests, requestsPerMinute } = this.options;
    return Math.max(1, Math.floor(((own ?? requestsPerMinute) * per600Requests) / 600));
  }
}
