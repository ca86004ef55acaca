import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { SECOND } from '../platform/clock.js';
import { takenFrom } from './unread.js';

/** Interval of pings. A client that has not answered one by the next counts as disconnected. */
const PING_EVERY_MS = 12 * SECOND;
/** Pings that may stay unanswered while the client reads what was sent before them: two minutes. Our choice. */
const UNANSWERED_MAX = 10;

export interface KeepAliveOptions {
  socket: WebSocket;
  /** The connection below it. */
  connection: Socket;
  /** Called with each control frame that answers none of ours. */
  onUnasked: (data: Buffer) => void;
  /** Milliseconds. @default 12 seconds */
  everyMs?: number;
}

/**
 * Pings the client, and closes the connection where it neither answers nor, on a slow line, reads what the ping waits behind.
 * @returns a function that stops the pings
 */
export function keepAlive({ socket, connection, onUnasked, everyMs = PING_EVERY_MS }: KeepAliveOptions): () => void {
  let unanswered = 0;
  let takenBefore = 0;
  socket.on('ping', onUnasked);
  socket.on('pong', (data) => {
    if (unanswered === 0) onUnasked(data);
    unanswered = 0;
  });
  const pings = setInterval(() => {
    const hasTaken = takenFrom(connection) > takenBefore;
    if (unanswered > 0 && (!hasTaken || unanswered >= UNANSWERED_MAX)) {
      socket.terminate();
      return;
    }
    unanswered += 1;
    socket.ping();
    // The ping itself is in the buffers of the system at once.
    takenBefore = takenFrom(connection);
  }, everyMs);
  return () => clearInterval(pings);
}
