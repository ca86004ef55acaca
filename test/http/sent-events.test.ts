import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SentEvents } from '../../src/http/sent-events.js';

const NO_RESULT_EVENT = 'event: next\ndata: {}\n\n';

describe('the events of a stream', () => {
  const server = createServer();
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  /** A response that is under way, and its client. */
  const opened = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const [, res] = (await once(server, 'request')) as [unknown, ServerResponse];
    return { socket, res };
  };
  const isSettled = (promise: Promise<unknown>) =>
    Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))]);

  it('wait until the one before is written', async () => {
    const { socket, res } = await opened();
    const written: number[] = [];
    const events = new SentEvents(res, (bytes) => written.push(bytes));
    await events.replace({ data: { no: 1 } });
    const second = events.replace({ data: { no: 2 } });
    expect(await isSettled(second)).toBe(false);
    res.write(NO_RESULT_EVENT);
    await second;
    expect(written).toEqual([Buffer.byteLength('event: next\ndata: {"data":{"no":1}}\n\n')]);
    await once(socket.destroy(), 'close');
  });

  it('wait no longer once the client has gone', async () => {
    const { socket, res } = await opened();
    const events = new SentEvents(res, () => undefined);
    await events.replace({ data: { no: 1 } });
    const second = events.replace({ data: { no: 2 } });
    socket.destroy();
    await second;
    expect(res.destroyed).toBe(true);
  });
});
