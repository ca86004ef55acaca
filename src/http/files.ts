import type { Middleware } from 'koa';
import { AppError, notFound } from '../platform/errors.js';
import type { DownloadLinks } from '../platform/storage/download-links.js';
import type { ObjectStore } from '../platform/storage/object-store.js';

const PREFIX = '/files/';

/**
 * Signed downloads: `GET /files/{key}?expires&name&signature`, without a token. Always an attachment, never run by a browser.
 * @throws {AppError} GONE for a link that has expired; NOT_FOUND for any other that is not good
 */
export function fileRoutes(links: DownloadLinks, objects: ObjectStore): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(PREFIX) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      await next();
      return;
    }
    const { expires = '', name = '', signature = '' } = ctx.query;
    if (Array.isArray(expires) || Array.isArray(name) || Array.isArray(signature)) throw notFound();
    const key = ctx.path.slice(PREFIX.length).split('/').map(decodeURIComponent).join('/');
    const verdict = links.check({ key, fileName: name, expires, signature });
    if (verdict === 'expired') throw new AppError('GONE', 'this link has expired');
    if (verdict === 'forged' || !(await objects.exists(key))) throw notFound();
    ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
    ctx.attachment(name);
    ctx.type = 'application/octet-stream';
    ctx.body = await objects.get(key);
  };
}
