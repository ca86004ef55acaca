import type { RequestContext } from '../context.js';
import { AppError } from '../platform/errors.js';
import { secondsLeft, takeOne } from './tenant-quota.sql.js';

export interface TenantQuotaOptions {
  /** Name of the counted requests, in the plural: `scan triggers`. */
  name: string;
  /** How many a minute where a tenant has the default of 600 requests a minute; it scales with that. */
  per600Requests: number;
  /** The service's own limit of requests. */
  requestsPerMinute: number;
}

/**
 * A number of costly things that a tenant may do in a minute, counted in the database: it holds however many processes
 * there are. For few and expensive requests; each costs a write.
 */
export class TenantQuota {
  /** Called with the quota's name at each refusal. */
  onExceeded: ((name: string) => void) | null = null;

  constructor(private readonly options: TenantQuotaOptions) {}

  /**
   * Takes one. Windows are of a minute, by the database's clock; what is refused does not count and moves no window.
   * @throws {AppError} RATE_LIMITED when none is left
   */
  async take({ em, viewer }: RequestContext): Promise<void> {
    const { name } = this.options;
    const limit = this.limitFor(viewer.rateLimitPerMinute);
    if (await takeOne.one(em, { tenantId: viewer.tenantId, quota: name, limit })) return;
    this.onExceeded?.(name);
    const window = await secondsLeft.one(em, { tenantId: viewer.tenantId, quota: name });
    throw new AppError('RATE_LIMITED', `at most ${limit} ${name} a minute`, {
      retryAfterSeconds: Math.max(1, window?.seconds ?? 1),
    });
  }

  /** @param own the tenant's own limit of requests a minute, or null for the service's */
  private limitFor(own: number | null): number {
    const { per600Requests, requestsPerMinute } = this.options;
    return Math.max(1, Math.floor(((own ?? requestsPerMinute) * per600Requests) / 600));
  }
}
