import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context, Middleware } from 'koa';

interface StaticPageOptions {
  /** Path of the page: `/docs`. */
  path: string;
  /** Output folder of the dashboard's build: `index.html`, `assets/`, and beside each text file its `.gz`. */
  directory: string;
  /** Content security policy of the page and its assets; a worker uses that of its own script. */
  contentSecurityPolicy: string;
}

/**
 * Policy of GraphiQL: everything from this host and no inline script. Inline styles are Monaco's, `data:` fonts
 * GraphiQL's.
 */
export const GRAPHIQL_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self' ws: wss:; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Policy of the dashboard: everything from this host and no inline script. Inline styles are Mantine's; `data:` images
 * are the page's icon.
 */
const DASHBOARD_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Policy of the REST reference: everything from this host, no inline script or style, no frame around it. `data:`
 * images are Swagger UI's icons.
 */
export const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Name of an asset: a plain file name without a second segment, a percent sign or a leading dot, so that no path can leave the
 * directory and nothing needs decoding or normalizing.
 */
const ASSET_NAME = /^\w[\w.-]*$/;

/** Names of assets contain a hash of their content: a cached one never changes. */
const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * Serves GET and HEAD of a page and its `assets/*`. Any other path or method, and a missing file (the page may never
 * have been built), is passed to the next middleware.
 */
export function staticPage({ path, directory, contentSecurityPolicy }: StaticPageOptions): Middleware {
  const assets = `${path}/assets/`;
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isRead && (ctx.path === path || ctx.path === `${path}/`)) {
      if (await sendPage(ctx, join(directory, 'index.html'), contentSecurityPolicy)) return;
    }
    const assetName = ctx.path.startsWith(assets) ? ctx.path.slice(assets.length) : '';
    if (isRead && ASSET_NAME.test(assetName)) {
      const file = { path: join(directory, 'assets', assetName), cacheControl: ASSET_CACHE_CONTROL };
      if (await sendFile(ctx, { ...file, contentSecurityPolicy })) return;
    }
    await next();
  };
}

/** Paths that are never a page of the dashboard. */
const SERVICE_PATH = /^\/(api|graphql|graphiql|docs|files)(\/|$)/;

/**
 * Serves the dashboard's assets, and its page at every other address to clients that prefer HTML: routes are resolved
 * by the page. Everything else is passed to the next middleware.
 */
export function dashboard(directory: string): Middleware {
  const assets = staticPage({ path: '', directory, contentSecurityPolicy: DASHBOARD_POLICY });
  const page: Middleware = async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isRead && !SERVICE_PATH.test(ctx.path)) {
      ctx.vary('Accept');
      const wantsPage = ctx.accepts('json', 'html') === 'html';
      if (wantsPage && (await sendPage(ctx, join(directory, 'index.html'), DASHBOARD_POLICY))) return;
    }
    await next();
  };
  return async (ctx, next) => {
    await assets(ctx, () => page(ctx, next) as Promise<void>);
  };
}

function sendPage(ctx: Context, path: string, contentSecurityPolicy: string): Promise<boolean> {
  return sendFile(ctx, { path, cacheControl: 'no-cache', contentSecurityPolicy });
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
  else ctx.body = createReadStream(zipped === null ? path : `${path}.gz`);
  return true;
}

/** Size in bytes, or null for a missing file. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}
