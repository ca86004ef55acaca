import type { Middleware } from 'koa';
import { dayOf, type Deprecation } from '../feature/deprecation.js';
import { SECOND } from '../platform/clock.js';

/** Page that shows what is deprecated, and what to use instead. */
const PAGE = '/docs';

/**
 * Announces on every success of a path that it will go: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a `Link` of the relation
 * `deprecation`.
 */
export function announceDeprecation({ since, sunset }: Deprecation): Middleware {
  const headers = {
    Deprecation: `@${dayOf(since) / SECOND}`,
    Sunset: new Date(dayOf(sunset)).toUTCString(),
  };
  return async (ctx, next) => {
    await next();
    ctx.set(headers);
    ctx.append('Link', `<${PAGE}>; rel="deprecation"; type="text/html"`);
  };
}
