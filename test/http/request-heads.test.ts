import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Listener } from '../../src/http/listener.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { connections, received } from './connections.js';

/** Requests of a connection without an answer. Source: schema/contract/limits.md. */
const UNANSWERED_MAX = 4;
/** Heads of requests that one packet can hold. */
const HEADS = 1_000;

/** Targets that the parser of addresses throws at, and others that are no paths. */
const TARGETS = [
  'http://[::1',
  'http://[',
  'http://a b/',
  '//user@[#',
  '/\\\\user@[#',
  'http://xn--i\u00f1valid/',
  'http://\u00a0/',
  'http://crosswalk.test:99999/',
  'ws://[::',
  '*',
  'javascript:alert(1)',
  '/%',
  '/%ff%fe?%',
  '/#//user@[',
];

describe('the head of a request', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const open = connections(() => service.baseUrl);
  const isAlive = async () => (await fetch(`${service.baseUrl}/livez`)).status === 200;

  it.each(TARGETS)('with the target %j is answered, and the service lives on', async (target) => {
    const socket = open();
    const text = received(socket);
    socket.write(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: crosswalk.test\r\nConnection: close\r\n\r\n`, 'latin1'));
    await once(socket, 'close');
    expect(text()).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(await isAlive()).toBe(true);
  });

  it.each([
    ['without a host', 'GET /livez HTTP/1.1\r\n\r\n', 400],
    ['with an expectation that nobody knows', 'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 417],
  ])('%s is refused, and its connection ended', async (_what, head, status) => {
    const socket = open();
    const text = received(socket);
    socket.write(head);
    await once(socket, 'close');
    expect(text()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it.each([
    ['sound', 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['without a host', 'GET /livez HTTP/1.1\r\n\r\n'],
    ['with an expectation', 'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n'],
    ['odd', 'GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('of a thousand in one packet, each %s, is made a request for the first few alone', async (_what, head) => {
    let made = 0;
    const count = () => (made += 1);
    const { server } = service.app;
    for (const event of ['request', 'checkExpectation']) server.prependListener(event, count);
    const socket = open();
    socket.resume().write(head.repeat(HEADS));
    await once(socket, 'close');
    for (const event of ['request', 'checkExpectation']) server.off(event, count);
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThanOrEqual(UNANSWERED_MAX);
    expect(await isAlive()).toBe(true);
  });

  it('asks for no upgrade behind a request without an answer: the connection ends', async () => {
    const socket = open();
    const text = received(socket);
    const host = new URL(service.baseUrl).host;
    const upgrade = [
      'GET /graphql HTTP/1.1',
      `Host: ${host}`,
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
      'Sec-WebSocket-Protocol: graphql-transport-ws',
    ].join('\r\n');
    socket.write(`GET /api/compliance/frameworks HTTP/1.1\r\nHost: ${host}\r\n\r\n${upgrade}\r\n\r\n`);
    await once(socket, 'close');
    expect(text()).not.toContain(' 101 ');
  });
});

describe('connections of one address', () => {
  const OF_ADDRESS_MAX = 3;
  const server = createServer();
  const listener = new Listener(server, (_req, res) => res.end('x'), {
    ofAddressMax: OF_ADDRESS_MAX,
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
  });
  beforeAll(() => listener.listen({ host: '127.0.0.1', port: 0 }));
  afterAll(() => listener.close());

  /** Sends a request over a connection of its own. @returns that, with what comes back until it ends or is answered */
  const ask = async (localAddress: string) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ host: '127.0.0.1', port, localAddress }).on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const answer = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]);
    return { socket, answer: String(answer[0]).slice(0, 15) };
  };
  const ANSWERED = 'HTTP/1.1 200 OK';

  it('are ended beyond their number without an answer, until one of them ends; those of another address are not', async () => {
    const open = await Promise.all(Array.from({ length: OF_ADDRESS_MAX }, () => ask('127.0.0.1')));
    expect(open.map(({ answer }) => answer)).toEqual(Array.from({ length: OF_ADDRESS_MAX }, () => ANSWERED));
    expect((await ask('127.0.0.1')).answer).toBe('');
    const other = await ask('127.0.0.2');
    expect(other.answer).toBe(ANSWERED);
    open[0]?.socket.destroy();
    const again = await eventually(async () => {
      const asked = await ask('127.0.0.1');
      return asked.answer === ANSWERED ? asked : null;
    });
    for (const { socket } of [...open, other, again]) socket.destroy();
  });
});
