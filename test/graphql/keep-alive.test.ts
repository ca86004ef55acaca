import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import WebSocket, { WebSocketServer } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepAlive } from '../../src/graphql/keep-alive.js';
import { MuteSocket } from '../http/mute-socket.js';

const EVERY_MS = 500;

describe('a socket that is pinged', () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  let baseUrl: string;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
      const stop = keepAlive({ socket, connection: request.socket, onUnasked: () => undefined, everyMs: EVERY_MS });
      socket.once('close', stop);
    });
  });
  afterAll(async () => {
    for (const socket of sockets.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is closed where its client answers none, though it takes them', async () => {
    const accepted = once(sockets, 'connection');
    const mute = await MuteSocket.upgrade(baseUrl);
    const [socket] = (await accepted) as [WebSocket];
    await once(socket, 'close');
    mute.destroy();
  });

  it('stays open where its client answers them', async () => {
    const accepted = once(sockets, 'connection');
    const client = new WebSocket(`${baseUrl.replace('http', 'ws')}/`);
    const [socket] = (await accepted) as [WebSocket];
    for (let pongs = 0; pongs < 3; pongs += 1) await once(socket, 'pong');
    expect(socket.readyState).toBe(WebSocket.OPEN);
    client.terminate();
    await once(socket, 'close');
  });
});
