import { once } from 'node:events';
import WebSocket from 'ws';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Socket } from './socket.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

/** Source: schema/contract/limits.md. */
const [PING_BYTES_MAX, GREETING_BYTES_MAX, SHORT_FREE] = [1_024, 10_240, 12];
const LIMIT = 200;
/** 63 kB of empty objects, the costliest JSON to check. */
const COSTLY = `{"type":"ping","payload":{"a":[${Array<string>(21_000).fill('{}').join(',')}]}}`;

/** A ping of so many bytes. */
const ping = (bytes: number, type = 'ping') => {
  const [before, after] = [`{"type":"${type}","payload":{"a":"`, '"}}'];
  return before + 'x'.repeat(bytes - before.length - after.length) + after;
};

describe('a message of a socket', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { rateLimitPerMinute: LIMIT } });
  });
  afterAll(() => service.stop());
  // Each test has a window of its own, by another limit.
  let limit = LIMIT;
  beforeEach(async () => {
    limit += 1;
    await service.database.query('update tenants set rate_limit_per_minute = $1', [limit]);
  });

  const connect = () => Socket.connect(service.baseUrl, service.a.admin.token);
  const ofTenant = async () =>
    Number((await service.a.admin.get('/api/org/profile')).headers.get('x-ratelimit-remaining'));
  // Health checks show the quota of the address without using it.
  const ofAddress = async () => Number((await service.anonymous.get('/livez')).headers.get('x-ratelimit-remaining'));

  it('counts for the organization of its caller, the greeting included, and by its size', async () => {
    const before = await ofTenant();
    const socket = await connect();
    await socket.ask('{ me { id } }');
    // One for the greeting, the operation and the request that reads the quota.
    expect(await ofTenant()).toBe(before - 3);
    await socket.ask(`{ me { id } } #${'x'.repeat(3 * 8 * 1_024)}`);
    expect(await ofTenant()).toBe(before - 3 - 4 - 1);
    await socket.close();
  });

  it('counts whatever it says: pings beyond the free ones of a minute close the socket at the limit', async () => {
    const before = await ofTenant();
    const socket = await connect();
    for (let no = 0; no < SHORT_FREE; no += 1) socket.send({ type: 'ping' });
    await eventually(async () => socket.messages.filter(({ type }) => type === 'pong').length === SHORT_FREE || null);
    expect(await ofTenant()).toBe(before - 2);
    for (let no = 0; no < limit; no += 1) socket.send({ type: 'ping' });
    expect((await socket.closed).code).toBe(4429);
    expect((await service.a.admin.get('/api/org/profile')).status).toBe(429);
    expect((await service.b.admin.get('/api/org/profile')).status).toBe(200);
    const again = await Socket.open(service.baseUrl, { Authorization: `Bearer ${service.a.admin.token ?? ''}` });
    expect((await again.closed).code).toBe(4429);
  });

  it('is refused beyond the limit before it is parsed', async () => {
    const socket = await connect();
    for (let units = await ofTenant(); units > 0; units = await ofTenant());
    // Parsed, this would close with 4400. It is too long to be free.
    socket.sendText(`{"type":"${'x'.repeat(40)}`);
    expect((await socket.closed).code).toBe(4429);
  });

  it.each(['ping', 'pong'])(`has at most ${PING_BYTES_MAX} bytes as %s`, async (type) => {
    const socket = await connect();
    socket.sendText(ping(PING_BYTES_MAX, type));
    expect(await socket.ask('{ __typename }')).toEqual({ data: { __typename: 'Query' } });
    socket.sendText(ping(PING_BYTES_MAX + 1, type));
    expect((await socket.closed).code).toBe(4400);
  });

  it('is answered in the order of its arrival, however many come at once', async () => {
    const socket = await connect();
    const ids = Array.from({ length: 100 }, (_, no) => String(no));
    for (const id of ids) socket.sendText(`{"type":"ping","payload":{"no":"${id}","some":"more than is free"}}`);
    const answers = () => socket.messages.filter(({ type }) => type === 'pong').map(({ payload }) => payload);
    await eventually(async () => answers().length === ids.length || null);
    expect(answers()).toEqual(ids.map((no) => ({ no, some: 'more than is free' })));
    await socket.close();
  });

  it('counts as a control frame, too', async () => {
    await ofTenant();
    const client = new WebSocket(service.baseUrl.replace('http', 'ws') + '/graphql', 'graphql-transport-ws');
    client.on('open', () => {
      client.send(
        JSON.stringify({
          type: 'connection_init',
          payload: { Authorization: `Bearer ${service.a.admin.token ?? ''}` },
        }),
      );
    });
    await once(client, 'message');
    for (let no = 0; no < limit + SHORT_FREE; no += 1) client.ping();
    expect(await once(client, 'close')).toMatchObject([4429, {}]);
  });

  describe('of nobody who is identified', () => {
    it(`has at most ${GREETING_BYTES_MAX} bytes, room for a token of 8 KiB`, async () => {
      const greeting = (token: number) =>
        Socket.open(service.baseUrl, { Authorization: `Bearer ${'x'.repeat(token)}` });
      expect((await (await greeting(8 * 1_024)).closed).code).toBe(4403);
      expect((await (await greeting(GREETING_BYTES_MAX)).closed).code).toBe(4400);
    });

    it('counts for the address, as a greeting once and with its size where it is none', async () => {
      const before = await ofAddress();
      await (
        await Socket.open(service.baseUrl, {})
      ).closed;
      expect(await ofAddress()).toBe(before - 1);
      expect((await (await Socket.openWith(service.baseUrl, '{"type":')).closed).code).toBe(4400);
      expect(await ofAddress()).toBe(before - 2);
      const costly = await Socket.openWith(service.baseUrl, COSTLY);
      expect(await costly.closed).toMatchObject({ code: 4400 });
      expect(costly.messages).toEqual([]);
      // 63,031 bytes: one, and one for each 8 KiB.
      expect(await ofAddress()).toBe(before - 2 - 8);
    });

    it('is neither counted nor read after the socket was closed', async () => {
      const before = await ofAddress();
      const socket = await Socket.openWith(service.baseUrl, '{"type":');
      for (let no = 0; no < 50; no += 1) socket.sendText('{"type":"ping"}');
      expect((await socket.closed).code).toBe(4400);
      expect(await ofAddress()).toBe(before - 1);
      expect(socket.messages).toEqual([]);
    });

    it('closes the socket beyond the limit of the address, and locks out nobody there who was known', async () => {
      const socket = await Socket.openWith(service.baseUrl, '{"type":"ping"}');
      for (let no = 0; no < LIMIT; no += 1) socket.sendText('{"type":"ping"}');
      expect((await socket.closed).code).toBe(4429);
      expect((await (await Socket.openWith(service.baseUrl, '{"type":"ping"}')).closed).code).toBe(4429);
      expect((await service.anonymous.get('/api/org/profile')).status).toBe(429);
      await (await connect()).close();
    });
  });
});
