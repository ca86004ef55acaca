import { createHook } from 'node:async_hooks';
import type { JobDefinition } from 'agenda';

/**
 * Lets the process end before the timers that Agenda leaves behind. At the beginning of a run, Agenda sets a timer of
 * half the lock's lifetime to check whether the lock has expired; it neither clears the timer at the end of the run nor
 * exposes it. It reads the lifetime of the definition immediately before: a timer that is set in the same turn does not
 * hold the process.
 */
export function unrefLockTimers(definition: JobDefinition): void {
  const { lockLifetime } = definition;
  const set: NodeJS.Timeout[] = [];
  const hook = createHook({
    init: (_asyncId, type, _triggerAsyncId, resource) => {
      if (type === 'Timeout') set.push(resource as NodeJS.Timeout);
    },
    // Slow, and not needed: promises are no timers.
    trackPromises: false,
  });
  const unref = () => {
    hook.disable();
    for (const timer of set.splice(0)) timer.unref();
  };
  Object.defineProperty(definition, 'lockLifetime', {
    get: () => {
      hook.enable();
      queueMicrotask(unref);
      return lockLifetime;
    },
  });
}
