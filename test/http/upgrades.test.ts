import { once } from 'node:events';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { connections } from './connections.js';
import { MuteSocket } from './mute-socket.js';

/** Sockets of an address before their greeting; frames of one message. Source: schema/contract/limits.md. */
const [GREETINGS_MAX, FRAMES_MAX] = [200, 16];

describe('an upgrade', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const open = connections(() => service.baseUrl);
  /** Asks for an upgrade on a connection whose client ends nothing by itself, and waits for the answer. */
  const ask = async (origin: string | null): Promise<{ socket: Socket; status: number }> => {
    const socket = open({ allowHalfOpen: true });
    const headers = [
      'GET /graphql HTTP/1.1',
      `Host: ${new URL(service.baseUrl).host}`,
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
      'Sec-WebSocket-Protocol: graphql-transport-ws',
      ...(origin === null ? [] : [`Origin: ${origin}`]),
    ];
    socket.write(`${headers.join('\r\n')}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return { socket, status: Number(answer.toString('latin1').split(' ', 2)[1]) };
  };
  const answers = async () => (await fetch(`${service.baseUrl}/livez`)).status;
  const FOREIGN = 'http://evil.example';

  it('that is refused closes its connection, though the client leaves its own end open', async () => {
    const connections = promisify(service.app.server.getConnections.bind(service.app.server));
    const before = await connections();
    for (let no = 0; no < 5; no += 1) expect((await ask(FOREIGN)).status).toBe(403);
    await eventually(async () => (await connections()) <= before || null);
  });

  it('that is refused and reset by the client leaves the service as it was', async () => {
    for (let no = 0; no < 20; no += 1) {
      const { socket, status } = await ask(FOREIGN);
      expect(status).toBe(403);
      socket.resetAndDestroy();
    }
    expect(await answers()).toBe(200);
  });

  it('beyond those of an address without a caller is refused, and may be reset too', async () => {
    // Together: silent ones are closed after three seconds.
    const silent = await Promise.all(Array.from({ length: GREETINGS_MAX + 20 }, () => ask(null)));
    expect(new Set(silent.map(({ status }) => status))).toEqual(new Set([101, 429]));
    for (const { socket } of silent) socket.resetAndDestroy();
    expect(await answers()).toBe(200);
  });

  it('leads to a socket whose messages come in a few frames: the rest of one that does not end is not held', async () => {
    await eventually(async () => (await ask(null)).status === 101 || null);
    const socket = await MuteSocket.upgrade(service.baseUrl);
    for (let no = 0; no <= FRAMES_MAX; no += 1) socket.sendFragment(no === 0 ? 'text' : 'continuation', 'a');
    expect(await socket.closed()).toBe(1008);
    socket.destroy();
  });
});
