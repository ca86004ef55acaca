import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import type { ServiceState } from './state.js';

/**
 * Sends what `pages` yields, as it is yielded. An error cuts the connection, so that no client takes a part for the whole; the part may
 * have gone through a compressor by then.
 */
export function streamBody(ctx: Context, pages: () => AsyncGenerator<string>): void {
  const body = new PassThrough();
  ctx.body = body;
  pipeline(pages, body).catch((err: unknown) => {
    (ctx.state as ServiceState).requestContext.log.warn({ err }, 'a streamed answer ended early');
    if (ctx.body instanceof Readable) ctx.body.destroy();
  });
}
