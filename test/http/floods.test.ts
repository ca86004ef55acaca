import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventStream } from './event-stream.js';
import { MuteSocket } from './mute-socket.js';
import { Socket } from './socket.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

/** Limits of a socket and of a tenant. Source: schema/contract/limits.md. */
const [OPERATIONS_MAX, CONNECTIONS_MAX, OF_PERSON_MAX] = [20, 200, 100];
const WATCH = 'subscription { scansChanged { id } }';

describe('too many', () => {
  let service: TestService;
  const logged = { error: 0 };

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    logged.error = 0;
    vi.spyOn(console, 'error').mockImplementation(() => {
      logged.error += 1;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it(`subscriptions on one socket are refused beyond ${OPERATIONS_MAX}; the socket stays open, and accepts more when some have ended`, async () => {
    const socket = await Socket.connect(service.baseUrl, service.a.admin.token);
    const ids = Array.from({ length: 300 }, () => socket.subscribe(WATCH));
    await socket.message(({ id, type }) => id === ids.at(-1) && type === 'error');
    const opened = () => socket.messages.filter(({ type }) => type === 'next');
    await eventually(async () => (opened().length >= OPERATIONS_MAX ? true : null));
    expect(
      opened()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.slice(0, OPERATIONS_MAX).toSorted());
    const refused = socket.messages.filter(({ type }) => type === 'error');
    expect(refused).toHaveLength(300 - OPERATIONS_MAX);
    expect(refused[0]?.payload).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    socket.send({ type: 'complete', id: ids[0] ?? '' });
    expect(await socket.ask('{ me { email } }')).toEqual({ data: { me: { email: service.a.emails.admin } } });
    await socket.close();
  });

  it(`sockets and event streams are refused beyond ${OF_PERSON_MAX} of a person and ${CONNECTIONS_MAX} of a tenant, and accepted again when some close`, async () => {
    const { admin, member, auditor } = service.a;
    const socketsOf = ({ token }: typeof admin, length: number) =>
      Promise.all(Array.from({ length }, () => Socket.connect(service.baseUrl, token)));
    const refusedSocket = async ({ token }: typeof admin) => {
      const refused = await Socket.open(service.baseUrl, { Authorization: `Bearer ${token ?? ''}` });
      return (await refused.closed).code;
    };
    const sockets = await socketsOf(admin, OF_PERSON_MAX - 1);
    const stream = await EventStream.open(admin, WATCH);
    await stream.first();
    // 4429: too many (graphql-transport-ws).
    expect(await refusedSocket(admin)).toBe(4429);
    // One person leaves room for the others of the organization.
    const others = await socketsOf(member, CONNECTIONS_MAX - OF_PERSON_MAX);
    expect(await refusedSocket(auditor)).toBe(4429);
    const refusedStream = await EventStream.open(admin, WATCH);
    expect(refusedStream.status).toBe(429);
    expect(Number(refusedStream.header('retry-after'))).toBeGreaterThan(0);
    // Of another tenant.
    await (await Socket.connect(service.baseUrl, service.b.admin.token)).close();
    await sockets.pop()?.close();
    sockets.push(await Socket.connect(service.baseUrl, admin.token));
    await Promise.all([...sockets, ...others].map((socket) => socket.close()));
    await stream.close();
  });

  it(`refused sockets of one address that never answer the close leave no room beyond ${CONNECTIONS_MAX}, until they end`, async () => {
    const refused = await Promise.all(
      Array.from({ length: CONNECTIONS_MAX }, async () => {
        const socket = await MuteSocket.upgrade(service.baseUrl);
        socket.send('{"type":"connection_init","payload":{"Authorization":"Bearer nobodys"}}');
        return { socket, code: await socket.closed() };
      }),
    );
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([4403]));
    const upgrade = async () => {
      const socket = await MuteSocket.upgrade(service.baseUrl);
      socket.destroy();
      return socket.status;
    };
    expect(await upgrade()).toBe(429);
    for (const { socket } of refused) socket.destroy();
    await eventually(async () => ((await upgrade()) === 101 ? true : null));
    await (await Socket.connect(service.baseUrl, service.a.admin.token)).close();
  });

  it.each<[string, (socket: Socket) => void, number]>([
    ['a message that is too large', (socket) => socket.subscribe(`{ me { id } } #${'x'.repeat(70_000)}`), 1009],
    ['messages that are not JSON', (socket) => socket.sendText('{"type":'), 4400],
    [
      'operations of one id',
      (socket) => [1, 2].forEach(() => socket.send({ type: 'subscribe', id: '1', payload: { query: WATCH } })),
      4409,
    ],
    ['greetings', (socket) => socket.send({ type: 'connection_init', payload: {} }), 4429],
  ])('%s close the socket, and nothing is written to the console', async (_what, send, code) => {
    const socket = await Socket.connect(service.baseUrl, service.a.admin.token);
    send(socket);
    expect((await socket.closed).code).toBe(code);
    expect(logged.error).toBe(0);
  });
});
