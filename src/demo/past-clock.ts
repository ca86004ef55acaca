import { systemClock, type Clock } from '../platform/clock.js';

/** A clock that always shows `at`. */
export function clockAt(at: Date): Clock {
  return { ...systemClock, now: () => new Date(at) };
}

/** Not a whole second, so that recorded times do not look regular. */
const TICK_MS = 7_310;

/**
 * A clock that shows `from` at first and runs `speed` times as fast as real time; its waits are as much shorter. Recorded
 * durations then look like those of real scans. It moves by ticks of some seconds: a scan that reports its progress twice a second
 * of this clock would otherwise do so a hundred times in a tenth of a real second.
 */
export function clockFrom(from: Date, speed: number): Clock {
  const begun = performance.now();
  const ticks = () => Math.floor(((performance.now() - begun) * speed) / TICK_MS);
  return {
    now: () => new Date(from.getTime() + ticks() * TICK_MS),
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}
