import type { RequestContext } from '../context.js';
import { AppError } from '../platform/errors.js';
import { secondsLeft, takeUnits } from './tenant-quota.sql.js';

export interface TenantQuotaOptions {
  /** Name of the counted requests, in the plural: `scan triggers`. */
  name: string;
  /** Limit per minute for a tenant with the default of 600 requests a minute; it scales with that. */
  per600Requests: number;
  /** Default rate limit of the service. */
  requestsPerMinute: number;
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
  async take({ em, viewer, quotas }: Pick<RequestContext, 'em' | 'viewer' | 'quotas'>, units = 1): Promise<void> {
    const { name } = this.options;
    const { tenantId } = viewer;
    const limit = this.limitFor(viewer.rateLimitPerMinute);
    const drawn = { name: name.replaceAll(' ', '-'), limit };
    const taken = await takeUnits.one(em, { tenantId, quota: name, limit, units });
    if (taken) {
      const { used, seconds: resetSeconds } = taken;
      quotas.push({ ...drawn, remaining: Math.max(0, limit - used), resetSeconds, isExceeded: false });
      return;
    }
    this.onExceeded?.(name);
    const window = await secondsLeft.one(em, { tenantId, quota: name });
    const resetSeconds = Math.max(1, window?.seconds ?? 1);
    quotas.push({ ...drawn, remaining: 0, resetSeconds, isExceeded: true });
    throw new AppError('RATE_LIMITED', `at most ${limit} ${name} a minute`, { retryAfterSeconds: resetSeconds });
  }

  /** Limit of a tenant. @param own rate limit of the tenant per minute, or null for the default */
  private limitFor(own: number | null): number {
    const { per600Requests, requestsPerMinute } = this.options;
    return Math.max(1, Math.floor(((own ?? requestsPerMinute) * per600Requests) / 600));
  }
}
