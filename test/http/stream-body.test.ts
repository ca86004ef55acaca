import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { compression } from '../../src/http/compression.js';
import type { ServiceState } from '../../src/http/state.js';
import { streamBody } from '../../src/http/stream-body.js';
import { createLog } from '../../src/platform/log.js';
import { eventually } from '../support/eventually.js';

const PAGE = 'x'.repeat(64 * 1024);
/** Pages of a source that would never end by itself within the memory of this process. */
const PAGES = 20_000;
/** More than the buffers of a connection hold, and far less than the source has. */
const PAGES_AHEAD_MAX = 1_000;

let server: Server;
afterEach(() => server.close());

/** Serves what a source yields, and asks for it. */
async function served(
  pages: () => AsyncGenerator<string>,
  acceptEncoding = 'identity',
  { chargeAnswer, ask }: Partial<Pick<ServiceState, 'chargeAnswer' | 'ask'>> = {},
): Promise<IncomingMessage> {
  const app = new Koa();
  app.silent = true;
  app.use(compression());
  app.use((ctx) => {
    ctx.state.requestContext = { log: createLog('silent') };
    ctx.state.chargeAnswer = chargeAnswer ?? (() => Promise.resolve());
    ctx.state.ask = ask ?? (() => Promise.resolve());
    ctx.type = 'application/x-ndjson';
    streamBody(ctx, pages);
  });
  server = createServer(app.callback() as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = request({ port: (server.address() as AddressInfo).port, agent: false });
  sent.setHeader('accept-encoding', acceptEncoding);
  sent.on('error', () => undefined);
  sent.end();
  const [received] = (await once(sent, 'response')) as [IncomingMessage];
  return received;
}

describe('a streamed body', () => {
  it('is read no further than its client takes it, and no more once the client has gone', async () => {
    const source = { pages: 0, isClosed: false };
    const received = await served(async function* () {
      try {
        for (; source.pages < PAGES; source.pages += 1) {
          yield PAGE;
          await new Promise(setImmediate);
        }
      } finally {
        source.isClosed = true;
      }
    });
    await once(received, 'readable');
    received.destroy();
    await eventually(() => Promise.resolve(source.isClosed || null));
    expect(source.pages).toBeLessThan(PAGES_AHEAD_MAX);
    const { pages } = source;
    await new Promise(setImmediate);
    expect(source.pages).toBe(pages);
  });

  it('waits for a client that does not read', async () => {
    const source = { pages: 0 };
    let isStarted = false;
    const received = await served(async function* () {
      isStarted = true;
      for (; source.pages < PAGES; source.pages += 1) yield PAGE;
      await Promise.resolve();
    });
    // Every turn of the event loop in which it is not held back yields on; a source without pauses would have ended.
    expect(isStarted).toBe(true);
    expect(source.pages).toBeLessThan(PAGES_AHEAD_MAX);
    received.destroy();
  });

  it.each(['identity', 'gzip', 'br'])(
    'in %s ends with a broken connection where its source fails',
    async (encoding) => {
      const received = served(async function* () {
        yield PAGE;
        await new Promise(setImmediate);
        throw new Error('the database is gone');
      }, encoding);
      // A compressor may hold back the head, too.
      await expect(received.then(buffer)).rejects.toThrow(/^(aborted|socket hang up)$/);
    },
  );

  it('is counted by the bytes that it has so far, page after page', async () => {
    const charged: number[] = [];
    const chargeAnswer = (bytes: number) => Promise.resolve(void charged.push(bytes));
    const source = async function* () {
      yield 'ü'.repeat(100_000);
      yield PAGE;
      await Promise.resolve();
    };
    expect(await buffer(await served(source, 'identity', { chargeAnswer }))).toHaveLength(200_000 + PAGE.length);
    expect(charged).toEqual([200_000, 200_000 + PAGE.length]);
  });

  it('ends with a broken connection where others have used the quota up', async () => {
    let asked = 0;
    const ask = () => {
      asked += 1;
      return asked < 3 ? Promise.resolve() : Promise.reject(new Error('used up'));
    };
    const source = async function* () {
      for (let no = 0; no < PAGES; no += 1) yield PAGE;
      await Promise.resolve();
    };
    await expect(served(source, 'identity', { ask }).then(buffer)).rejects.toThrow(/^(aborted|socket hang up)$/);
    expect(asked).toBe(3);
  });
});
