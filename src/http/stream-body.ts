import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import { smallPieces } from './joined-bytes.js';
import type { ServiceState } from './state.js';

/** A streamed body, which is made page by page. */
export class PagedBody extends PassThrough {
  /** Length of the page that is being sent. */
  pageBytes = 0;
}

/**
 * Sends what `pages` yields, as it is yielded, and counts it by its size. It ends early where others of the credential have used up its
 * quota meanwhile; alone it may overdraw it, so that a large list is never forbidden altogether. An error cuts the connection, so that no
 * client takes a part for the whole; the part may have gone through a compressor by then.
 */
export function streamBody(ctx: Context, pages: () => AsyncGenerator<string>): void {
  const body = new PagedBody();
  ctx.body = body;
  pipeline(counted(ctx.state as ServiceState, pages, body), body).catch((err: unknown) => {
    (ctx.state as ServiceState).requestContext.log.warn({ err }, 'a streamed answer ended early');
    if (ctx.body instanceof Readable) ctx.body.destroy();
  });
}

function counted({ chargeAnswer, ask }: ServiceState, pages: () => AsyncGenerator<string>, body: PagedBody) {
  return async function* () {
    let sent = 0;
    for await (const page of pages()) {
      const bytes = Buffer.from(page);
      sent += bytes.length;
      body.pageBytes = bytes.length;
      // Before it is given on: a client that does not read it would hold it for nothing.
      await chargeAnswer(sent);
      await ask();
      // In pieces: what waits for a client is a few of them.
      yield* smallPieces([bytes]);
    }
  };
}
