import type { Context } from 'koa';
import type { BrowserExchange } from '../context.js';
import { SECOND } from '../platform/clock.js';
import { COOKIES, cookieName, type CookieKind } from '../platform/cookies.js';
import { isForeignOrigin } from '../platform/origin.rules.js';
import type { PublicUrl } from '../platform/public-url.js';

/** The part of an HTTP request and its response that only browsers use: who asks, and cookies. */
export function browserExchange(ctx: Context, publicUrl: PublicUrl): BrowserExchange {
  const set = (kind: CookieKind, value: string | null, lifetimeMs: number) => {
    const { href } = publicUrl;
    const secure = href.startsWith('https:');
    // TLS may end before this process; whether clients use it is known from PUBLIC_URL.
    ctx.cookies.secure = secure;
    const seconds = Math.max(0, Math.floor(lifetimeMs / SECOND));
    ctx.cookies.set(cookieName(kind, href), value, {
      path: '/',
      httpOnly: true,
      sameSite: COOKIES[kind].sameSite,
      secure,
      ...(value === null ? {} : { maxAge: seconds * SECOND }),
      overwrite: true,
    });
  };
  return {
    get isOwnPage() {
      return isOwnPage(ctx, publicUrl.href);
    },
    cookie: (kind) => ctx.cookies.get(cookieName(kind, publicUrl.href)) ?? null,
    setCookie: set,
    clearCookie: (kind) => set(kind, null, 0),
  };
}

/**
 * Whether a page of this service asks, by the headers that scripts cannot set: every browser sends `Origin` with a POST,
 * current ones `Sec-Fetch-Site` too. A request with neither comes from no browser, or from one that hides it.
 */
function isOwnPage(ctx: Context, publicUrl: string): boolean {
  const [origin, site] = [ctx.get('Origin') || undefined, ctx.get('Sec-Fetch-Site')];
  if (site !== '' && site !== 'same-origin') return false;
  if (origin === undefined) return site === 'same-origin';
  return !isForeignOrigin(origin, { host: ctx.get('Host') || undefined, publicUrl });
}
