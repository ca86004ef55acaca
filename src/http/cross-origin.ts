import cors from '@koa/cors';
import type { Middleware } from 'koa';
import { HOUR, SECOND } from '../platform/clock.js';

/** Headers of responses that pages of allowed origins may read beside the ones of the Fetch standard. */
const EXPOSED = [
  'Allow',
  'Content-Disposition',
  'Content-Location',
  'Content-Range',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
];

/**
 * Lets pages of the operator's `CORS_ORIGINS`, and of no other origin, use the interface with a token of theirs (Fetch standard, "CORS
 * protocol"). Cookies are never taken from them: the dashboard's session belongs to its own pages.
 */
export function crossOrigin(origins: ReadonlySet<string>): Middleware {
  return cors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return origins.has(origin) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposeHeaders: EXPOSED,
    credentials: false,
    maxAge: HOUR / SECOND,
  });
}
