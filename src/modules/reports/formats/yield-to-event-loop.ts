import { setImmediate } from 'node:timers/promises';

/** Lets the event loop serve other requests between two pieces of work. */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate();
}
