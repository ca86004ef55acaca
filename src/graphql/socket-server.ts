import type { IncomingMessage } from 'node:http';
import { CloseCode, makeServer, type ServerOptions } from 'graphql-ws';
import type { WebSocket, WebSocketServer } from 'ws';
import { SECOND } from '../platform/clock.js';
import type { Log } from '../platform/log.js';

/** A client that has not answered a ping by the next one is gone. */
const PING_EVERY_MS = 12 * SECOND;

/** What the hooks know of a connection. */
export interface Extra {
  socket: WebSocket;
  request: IncomingMessage;
}

type Params = Record<string, unknown> | undefined;

/**
 * Speaks graphql-transport-ws on every connection of `sockets`. In place of the library's own adapter, which tells what
 * clients do wrong to the console.
 */
export function serveSockets(options: ServerOptions<Params, Extra>, sockets: WebSocketServer, log: Log): void {
  const server = makeServer(options);
  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    // A message that is too large, or no proper frame: the connection closes by itself, with the code for it.
    socket.on('error', (err) => log.warn({ code: (err as NodeJS.ErrnoException).code }, 'a socket broke the protocol'));
    const stopPinging = keepAlive(socket);
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send: (data) =>
          new Promise((resolve, reject) => {
            if (socket.readyState === socket.OPEN) socket.send(data, (err) => (err ? reject(err) : resolve()));
            else resolve();
          }),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (data: Buffer) => {
            take(data.toString('utf8')).catch((err: unknown) => {
              log.error({ err }, 'a message of a socket failed');
              socket.close(CloseCode.InternalServerError, 'Internal server error');
            });
          }),
      },
      { socket, request },
    );
    socket.once('close', (code, reason) => {
      stopPinging();
      void closed(code, reason.toString('utf8'));
    });
  });
}

/** @returns what stops it */
function keepAlive(socket: WebSocket): () => void {
  let isAlive = true;
  socket.on('pong', () => (isAlive = true));
  const pings = setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
  }, PING_EVERY_MS);
  return () => clearInterval(pings);
}
