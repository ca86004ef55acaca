import { Stream } from 'node:stream';
import type { Context, Middleware } from 'koa';
import type { UnreadAnswers } from '../graphql/unread-answers.js';
import { SECOND } from '../platform/clock.js';
import { addressOf } from './address.js';
import { JoinedBytes } from './joined-bytes.js';
import { PagedBody } from './stream-body.js';
import type { ServiceState } from './state.js';

/** What is shorter is mostly in the buffers of the system at once, and is watched where it is not a second later. */
const LONG_BYTES = 64 * 1024;
const SHORT_MS = SECOND;
/** Of a long one, what is between its source and the client at any time. */
const WAITING_BYTES = 16 * 1024;
/** Of an open stream, beside what waits: its file or connection, and the buffers between. Measured. */
export const STREAM_BYTES = 160 * 1024;

export interface UnreadOptions {
  unread: UnreadAnswers;
  trustProxy: boolean;
  /** Time after which it is looked, three times, whether a client has read some. Milliseconds. */
  everyMs?: number;
}

/**
 * Counts an answer as held until its client has read it, and ends the connection of one that does not: a made answer stays in memory as
 * long, a stream with what it reads from. Event streams do the same for themselves.
 */
export function holdUnread({ unread, trustProxy, everyMs }: UnreadOptions): Middleware {
  return async (ctx, next) => {
    const { req, res } = ctx;
    // Now: a request whose body was left unread has none after that.
    const { socket } = req;
    await next();
    // The client has gone meanwhile: there is no end to wait for.
    if (res.closed || socket.destroyed) return;
    const { requestContext } = ctx.state as Partial<ServiceState>;
    const asking = requestContext ?? { viewerIfAny: null, address: addressOf(req, trustProxy) };
    const watch = (bytes: number) => {
      const connection = { socket, waiting: () => res.writableLength, end: () => res.destroy(), everyMs };
      res.once('close', unread.watch(asking, { ...connection, held: heldBytes(ctx), bytes }));
    };
    if (madeBytes(ctx) > LONG_BYTES || isStream(ctx.body)) {
      watch(WAITING_BYTES);
      sendInPieces(ctx);
      return;
    }
    // A small window of the client holds it back, with every request behind it.
    const late = setTimeout(() => watch(0), SHORT_MS);
    res.once('close', () => clearTimeout(late));
  };
}

/** Bytes in memory for an answer until it is read, whatever is made of it on the way to the client. */
function heldBytes({ body, res }: Context): () => number {
  if (body instanceof PagedBody) return () => STREAM_BYTES + body.pageBytes + res.writableLength;
  // What is sent of a cached answer is shared with the cache.
  if (isStream(body)) return () => STREAM_BYTES;
  const bytes = madeBytes({ body });
  return () => Math.max(bytes, res.writableLength);
}

/** Has a made answer written piece by piece, so that it is seen how much of it the client has read. */
function sendInPieces(ctx: Context): void {
  const { body } = ctx;
  if (ctx.method === 'HEAD' || (typeof body !== 'string' && !Buffer.isBuffer(body))) return;
  const bytes = Buffer.from(body);
  ctx.body = new JoinedBytes([bytes]);
  ctx.length = bytes.length;
}

/** Counts an answer by its size (schema/contract/limits.md). An object becomes its text here instead of when it is sent. */
export async function chargeMade(ctx: Context): Promise<void> {
  const { body } = ctx;
  if (typeof body === 'object' && body !== null && isPlain(body)) ctx.body = JSON.stringify(body);
  await (ctx.state as ServiceState).chargeAnswer(madeBytes(ctx));
}

function isPlain(body: object): boolean {
  // What the graph answers has no prototype.
  return Array.isArray(body) || [Object.prototype, null].includes(Object.getPrototypeOf(body) as object | null);
}

function isStream(body: unknown): boolean {
  return body instanceof Stream || body instanceof ReadableStream;
}

/** Length of an answer that is held as a whole; 0 for one that is made as it is read. */
function madeBytes({ body }: Pick<Context, 'body'>): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (Buffer.isBuffer(body)) return body.length;
  return body instanceof JoinedBytes ? body.byteCount : 0;
}
