import type { Middleware } from 'koa';
import { AppError, notFound } from '../platform/errors.js';
import { attachmentOf } from '../platform/storage/attachment.js';
import { ObjectMissing, type ObjectStore } from '../platform/storage/object-store.js';
import type { SignedLinks } from '../platform/storage/signed-links.js';

const PREFIX = '/files/';

/**
 * Signed downloads: `GET /files/{key}?expires&name&signature`, without a token. Always an attachment, never executed by a browser.
 * @throws {AppError} GONE for a link that has expired; NOT_FOUND for any other invalid one
 */
export function fileRoutes(links: SignedLinks, objects: ObjectStore): Middleware {
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
    if (verdict === 'forged') throw notFound();
    const content = await objects.get(key).catch((err: unknown) => {
      throw err instanceof ObjectMissing ? notFound() : err;
    });
    ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
    ctx.set('Content-Disposition', attachmentOf(name));
    ctx.type = 'application/octet-stream';
    ctx.body = content;
  };
}
