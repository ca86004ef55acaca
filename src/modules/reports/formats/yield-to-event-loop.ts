import { setImmediate } from 'node:timers/promises';

/** Lets what was written be passed on between two pieces of work, before it takes more memory. */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate();
}
