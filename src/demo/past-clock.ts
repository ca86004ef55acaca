import { systemClock, type Clock } from '../platform/clock.js';

/** A clock that shows `at`, whenever it is looked at. */
export function clockAt(at: Date): Clock {
  return { ...systemClock, now: () => new Date(at) };
}

/** No whole second, so that it is not seen in what is written down by the clock. */
const TICK_MS = 7_310;

/**
 * A clock that shows `from` when it is made and runs `speed` times as fast as time does; who waits by it waits as much
 * less. What took a moment to compute then seems to have taken as long as it does in real life. It moves by ticks of some
 * seconds: who tells their progress twice a second would have to do so a hundred times while a tenth of a second passes.
 */
export function clockFrom(from: Date, speed: number): Clock {
  const begun = performance.now();
  const ticks = () => Math.floor(((performance.now() - begun) * speed) / TICK_MS);
  return {
    now: () => new Date(from.getTime() + ticks() * TICK_MS),
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}
