import { setImmediate } from 'node:timers/promises';

/** Lets other requests in between two pieces of work. */
export function breathe(): Promise<void> {
  return setImmediate();
}
