import type { Context } from 'koa';
import { quotaRefusal } from '../graphql/request-quotas.js';
import type { NamedQuotaState, QuotaState } from '../platform/quota.js';

/** Sets the headers of a quota. @throws {AppError} RATE_LIMITED where it is exceeded */
export function answerQuota(ctx: Context, state: QuotaState): void {
  ctx.set(quotaHeaders(state));
  if (state.isExceeded) throw quotaRefusal(state);
}

/** Whether a response has the headers of a quota. */
export function isQuotaAnswered(ctx: Context): boolean {
  return ctx.res.hasHeader('RateLimit');
}

/** Adds further limits that the request drew on to the headers of its own, each once by its name, as it was at the end. */
export function nameQuotas(ctx: Context, drawn: readonly NamedQuotaState[]): void {
  if (drawn.length === 0 || ctx.headerSent) return;
  const quotas = [...new Map(drawn.map((quota) => [quota.name, quota])).values()];
  const own = (header: string) => ctx.response.get(header);
  const policies = quotas.map(({ name, limit }) => `"${name}";q=${limit};w=60`);
  const states = quotas.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`);
  ctx.set('RateLimit-Policy', [own('RateLimit-Policy'), ...policies].join(', '));
  ctx.set('RateLimit', [own('RateLimit'), ...states].join(', '));
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
