import type { Socket } from 'node:net';
import { SECOND } from '../platform/clock.js';

/** What Node does not say: of a piece that is being written, how much is left. */
interface WithHandle {
  _handle?: { bytesWritten: number; writeQueueSize: number } | null;
}

/** Bytes that a client has taken of what was written to its connection, of a piece that is on its way too. */
export function takenFrom(socket: Socket): number {
  const { _handle: handle } = socket as WithHandle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength;
}

const LOOK_EVERY_MS = 20 * SECOND;
/** Looks at which something waits, after which it is seen how much the client has read: in a minute. Our choice. */
const LOOKS = 3;
/** What a client reads in that time at least: a kilobyte a second. Our choice. */
const READ_BYTES_MIN = 64 * 1024;

export interface Unread {
  /** Bytes that were written and that the client has not taken. */
  waiting: () => number;
  /** Bytes that it has taken so far. */
  taken: () => number;
  /** Ends the connection. */
  end: () => void;
  /** Bytes that may wait as long as they like. */
  bytes: number;
  /** Time between two looks. Milliseconds. @default 20 seconds */
  everyMs?: number | undefined;
}

/**
 * Ends a connection whose client reads next to nothing of what waits for it, however alive it says it is.
 * @returns a function that ends the watch
 */
export function watchUnread({ waiting, taken, end, bytes, everyMs = LOOK_EVERY_MS }: Unread): () => void {
  let takenBefore = taken();
  let looks = 0;
  const timer = setInterval(() => {
    looks = waiting() > bytes ? looks + 1 : 0;
    if (looks > 0 && looks < LOOKS) return;
    const isStill = looks === LOOKS && taken() - takenBefore < READ_BYTES_MIN;
    looks = 0;
    takenBefore = taken();
    if (!isStill) return;
    clearInterval(timer);
    end();
  }, everyMs);
  return () => clearInterval(timer);
}
