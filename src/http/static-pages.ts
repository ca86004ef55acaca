import { open, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context, Middleware } from 'koa';
import { addressQuotaKey } from '../graphql/callers.js';
import { quotaRefusal } from '../graphql/request-quotas.js';
import type { UnreadAnswers } from '../graphql/unread-answers.js';
import type { Quota } from '../platform/quota.js';
import { addressOf } from './address.js';
import { STREAM_BYTES } from './made-answers.js';
import { answerQuota } from './quota-headers.js';

interface StaticPage {
  /** Path of the page: `/docs`. */
  path: string;
  /** Output folder of the dashboard's build: `index.html`, `assets/`, and beside each text file its `.gz`. */
  directory: string;
  /** Content security policy of the page and its assets; a worker uses that of its own script. */
  contentSecurityPolicy: string;
}

/** Everything from this host and no inline script. Inline styles are Mantine's; `data:` images are the page's icon. */
const DASHBOARD_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Everything from this host and no inline script. Inline styles are Monaco's, `data:` fonts GraphiQL's. */
const GRAPHIQL_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self' ws: wss:; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Everything from this host, no inline script or style, no frame around it. `data:` images are Swagger UI's icons. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The dashboard, the explorer of the graph and the REST reference, from their build in `directory`. */
export function builtPages(directory: string): Record<'app' | 'graphiql' | 'docs', StaticPage> {
  return {
    app: { path: '', directory: join(directory, 'app'), contentSecurityPolicy: DASHBOARD_POLICY },
    graphiql: { path: '/graphiql', directory: join(directory, 'graphiql'), contentSecurityPolicy: GRAPHIQL_POLICY },
    docs: { path: '/docs', directory: join(directory, 'docs'), contentSecurityPolicy: DOCS_POLICY },
  };
}

/**
 * Name of an asset: a plain file name without a second segment, a percent sign or a leading dot, so that no path can leave the
 * directory and nothing needs decoding or normalizing.
 */
const ASSET_NAME = /^\w[\w.-]*$/;

/** Names of assets contain a hash of their content: a cached one never changes. */
const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable';

export interface AssetOptions {
  /** Assets of an address: a page has some eighty, which the quota of its requests would not allow people who share one. */
  quota: Quota;
  unread: UnreadAnswers;
  trustProxy: boolean;
}

/**
 * Serves GET and HEAD of the pages' `assets/*`, before the caller is looked up, on a quota of their own. Any other path or method, and a
 * missing file (the pages may never have been built), is passed to the next middleware.
 * @throws {AppError} RATE_LIMITED
 */
export function pageAssets(pages: readonly StaticPage[], { quota, unread, trustProxy }: AssetOptions): Middleware {
  return async (ctx, next) => {
    const page = isRead(ctx) ? pages.find(({ path }) => ctx.path.startsWith(`${path}/assets/`)) : undefined;
    const name = page ? ctx.path.slice(`${page.path}/assets/`.length) : '';
    if (page && ASSET_NAME.test(name)) {
      const address = addressOf(ctx.req, trustProxy);
      const isSent = await unread.holding(
        { viewerIfAny: null, address },
        () => STREAM_BYTES,
        async () => {
          const state = await quota.consume(addressQuotaKey(address));
          if (state.isExceeded) {
            answerQuota(ctx, state);
            throw quotaRefusal(state);
          }
          const { directory, contentSecurityPolicy } = page;
          const path = join(directory, 'assets', name);
          return sendFile(ctx, { path, cacheControl: ASSET_CACHE_CONTROL, contentSecurityPolicy });
        },
      );
      if (isSent) return;
    }
    await next();
  };
}

/** Serves GET and HEAD of a page. Any other path or method, and a page that was never built, is passed to the next middleware. */
export function staticPage({ path, directory, contentSecurityPolicy }: StaticPage): Middleware {
  return async (ctx, next) => {
    const isPage = isRead(ctx) && (ctx.path === path || ctx.path === `${path}/`);
    if (isPage && (await sendPage(ctx, directory, contentSecurityPolicy))) return;
    await next();
  };
}

/** Paths that are never a page of the dashboard. */
const SERVICE_PATH = /^\/(api|graphql|graphiql|docs|files)(\/|$)/;

/**
 * Serves the dashboard at every address that is nobody else's to clients that prefer HTML: routes are resolved by the page. Everything
 * else is passed to the next middleware.
 */
export function dashboard({ directory, contentSecurityPolicy }: StaticPage): Middleware {
  return async (ctx, next) => {
    if (isRead(ctx) && !SERVICE_PATH.test(ctx.path)) {
      ctx.vary('Accept');
      const wantsPage = ctx.accepts('json', 'html') === 'html';
      if (wantsPage && (await sendPage(ctx, directory, contentSecurityPolicy))) return;
    }
    await next();
  };
}

function isRead({ method }: Context): boolean {
  return method === 'GET' || method === 'HEAD';
}

function sendPage(ctx: Context, directory: string, contentSecurityPolicy: string): Promise<boolean> {
  return sendFile(ctx, { path: join(directory, 'index.html'), cacheControl: 'no-cache', contentSecurityPolicy });
}

interface BuiltFile {
  path: string;
  cacheControl: string;
  contentSecurityPolicy: string;
}

/** Sends a file, compressed when the build has compressed it and the client accepts that. False for a missing file. */
async function sendFile(ctx: Context, { path, cacheControl, contentSecurityPolicy }: BuiltFile): Promise<boolean> {
  const zipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? await sizeOf(`${path}.gz`) : null;
  const size = zipped ?? (await sizeOf(path));
  if (size === null) return false;
  ctx.set({ 'Cache-Control': cacheControl, 'Content-Security-Policy': contentSecurityPolicy });
  ctx.vary('Accept-Encoding');
  if (zipped !== null) ctx.set('Content-Encoding', 'gzip');
  ctx.type = extname(path);
  ctx.length = size;
  // HEAD opens no file; Koa sends the headers of the length alone.
  if (ctx.method === 'HEAD') ctx.status = 200;
  // Opened here: where that fails, for want of descriptors, the request does, and not the process by an error of a stream.
  else ctx.body = (await open(zipped === null ? path : `${path}.gz`)).createReadStream();
  return true;
}

/** Size in bytes, or null for a missing file. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}
