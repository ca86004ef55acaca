import type { RequestContext } from '../context.js';
import { row, sql } from '../platform/database/database.js';
import { AppError } from '../platform/errors.js';

export interface TenantQuotaOptions {
  /** What is counted, in the plural: `scan triggers`. */
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
  /** Told the quota's name each time one is refused. */
  onExceeded: ((name: string) => void) | null = null;

  constructor(private readonly options: TenantQuotaOptions) {}

  /**
   * Takes one. Windows are of a minute, by the database's clock; what is refused does not count and moves no window.
   * @throws {AppError} RATE_LIMITED when none is left
   */
  async take({ em, viewer }: RequestContext): Promise<void> {
    const { name } = this.options;
    const limit = this.limitFor(viewer.rateLimitPerMinute);
    const taken = await row(
      em,
      sql`insert into tenant_quotas as quotas (tenant_id, quota, window_ends_at, used)
          values (${viewer.tenantId}, ${name}, now() + interval '1 minute', 1)
          on conflict (tenant_id, quota) do update set
            used = case when quotas.window_ends_at <= now() then 1 else quotas.used + 1 end,
            window_ends_at =
              case when quotas.window_ends_at <= now() then excluded.window_ends_at else quotas.window_ends_at end
          where quotas.window_ends_at <= now() or quotas.used < ${limit}
          returning 1`,
    );
    if (taken) return;
    this.onExceeded?.(name);
    const window = await row(
      em,
      sql<{ seconds: number }>`
        select ceil(extract(epoch from window_ends_at - now()))::int as seconds
        from tenant_quotas where tenant_id = ${viewer.tenantId} and quota = ${name}`,
    );
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
