import type { Context, Middleware } from 'koa';
import { SECOND } from '../platform/clock.js';
import { JoinedBytes } from './joined-bytes.js';

/** Our choice: a slow network is slow, and not still. */
const UNREAD_MS_MAX = 30 * SECOND;

/**
 * Ends the connection of a client that does not read its answer, which stays in memory until it does. Streams are made as they are
 * read, and have pauses of their own.
 * @param limitMs time for which it may take nothing. Milliseconds. @default 30 seconds
 */
export function endUnread(limitMs = UNREAD_MS_MAX): Middleware {
  return async (ctx, next) => {
    await next();
    // Node puts its own limit of an idle connection in its place when the answer is sent.
    if (madeBytes(ctx) > 0) ctx.req.socket.setTimeout(limitMs);
  };
}

/** Length of an answer that is held as a whole; 0 for one that is made as it is read. */
export function madeBytes({ body }: Pick<Context, 'body'>): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (Buffer.isBuffer(body)) return body.length;
  return body instanceof JoinedBytes ? body.byteCount : 0;
}
