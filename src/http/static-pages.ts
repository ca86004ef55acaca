import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context, Middleware } from 'koa';

interface GraphiqlPageOptions {
  /** What the dashboard's build wrote: `index.html`, `assets/`, and beside each text file its `.gz`. */
  directory: string;
}

/**
 * Everything from this host and no inline script. Inline styles are Monaco's, `data:` fonts GraphiQL's. Sent with the
 * assets too, because a worker obeys the policy of its own script.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self' ws: wss:";

/**
 * The one shape of an asset's path: a plain file name, no second segment, no percent sign, no leading dot. So no path
 * can leave the directory, and nothing needs decoding or normalizing.
 */
const ASSET_PATH = /^\/graphiql\/assets\/(\w[\w.-]*)$/;

/** Names of assets carry a hash of their content, so what was fetched once is never asked for again. */
const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * Serves GET and HEAD of `/graphiql` and `/graphiql/assets/*`, and sends who comes to `/` there. Any other path or method, and a file that is not there
 * (also: the page was never built), is left to the next middleware.
 */
export function graphiqlPage(options: GraphiqlPageOptions): Middleware {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isRead && ctx.path === '/') {
      ctx.redirect('/graphiql');
      return;
    }
    if (isRead && (ctx.path === '/graphiql' || ctx.path === '/graphiql/')) {
      if (await sendFile(ctx, join(options.directory, 'index.html'), 'no-cache')) return;
    }
    const assetName = ASSET_PATH.exec(ctx.path)?.[1];
    if (isRead && assetName) {
      if (await sendFile(ctx, join(options.directory, 'assets', assetName), ASSET_CACHE_CONTROL)) return;
    }
    await next();
  };
}

/** Answers with the file, compressed where the build made that and the caller takes it. False where there is no such file. */
async function sendFile(ctx: Context, path: string, cacheControl: string): Promise<boolean> {
  const zipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? await sizeOf(`${path}.gz`) : null;
  const size = zipped ?? (await sizeOf(path));
  if (size === null) return false;
  ctx.set({
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl,
  });
  ctx.vary('Accept-Encoding');
  if (zipped !== null) ctx.set('Content-Encoding', 'gzip');
  ctx.type = extname(path);
  ctx.length = size;
  // HEAD opens no file; Koa sends the headers of the length alone.
  if (ctx.method === 'HEAD') ctx.status = 200;
  else ctx.body = createReadStream(zipped === null ? path : `${path}.gz`);
  return true;
}

/** Size in bytes, or null where there is no such file. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}
