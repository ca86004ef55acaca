import type { Context } from 'koa';
import { AppError } from '../platform/errors.js';
import type { QuotaState } from '../platform/quota.js';

/** Sets the headers of a quota. @throws {AppError} RATE_LIMITED where it is exceeded */
export function answerQuota(ctx: Context, state: QuotaState): void {
  ctx.set(quotaHeaders(state));
  if (!state.isExceeded) return;
  throw new AppError('RATE_LIMITED', `at most ${state.limit} requests a minute`, {
    retryAfterSeconds: state.resetSeconds,
  });
}

/** Rate limit headers. Source: schema/contract/limits.md. */
export function quotaHeaders({ limit, remaining, resetSeconds }: QuotaState): Record<string, string> {
  return {
    'RateLimit-Policy': `"default";q=${limit};w=60`,
    RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
  };
}
