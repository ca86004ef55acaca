import { SECOND } from '../platform/clock.js';

const LOOK_EVERY_MS = 20 * SECOND;
/** Looks at which as much waits as before; the client has read nothing for a minute by then. Our choice. */
const LOOKS_MAX = 3;
/** The buffers of the system are larger. */
const WAITING_BYTES = 1024 * 1024;

export interface Unread {
  /** Bytes that were written and not sent. */
  waiting: () => number;
  /** Bytes that were written at all, where what is written is made as it is read. @default it is not */
  written?: () => number;
  /** Ends the connection. */
  end: () => void;
  /** Bytes that may wait as long as they like. @default 1 MiB */
  bytes?: number;
  /** Time between two looks. Milliseconds. @default 20 seconds */
  everyMs?: number;
}

/**
 * Ends a connection whose client reads nothing of what waits for it, however alive it says it is. A piece that was written at once waits as
 * a whole until all of it is sent.
 * @returns a function that ends the watch
 */
export function watchUnread({
  waiting,
  written,
  end,
  bytes = WAITING_BYTES,
  everyMs = LOOK_EVERY_MS,
}: Unread): () => void {
  let before = { waiting: 0, written: written?.() ?? 0 };
  let looks = 0;
  const timer = setInterval(() => {
    const now = { waiting: waiting(), written: written?.() ?? 0 };
    const isStill = now.waiting > bytes && now.waiting >= before.waiting && now.written === before.written;
    looks = isStill ? looks + 1 : 0;
    before = now;
    if (looks < LOOKS_MAX) return;
    clearInterval(timer);
    end();
  }, everyMs);
  return () => clearInterval(timer);
}
