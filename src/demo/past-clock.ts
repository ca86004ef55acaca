import { systemClock, type Clock } from '../platform/clock.js';

/** A clock that always returns `at`. */
export function clockAt(at: Date): Clock {
  return { ...systemClock, now: () => new Date(at) };
}

/** Tick of the clock. Not a whole second, so that recorded times do not look regular. Milliseconds. */
const TICK_MS = 7_310;

/**
 * A clock that starts at `from` and runs `speed` times as fast as real time; its waits are shortened alike. Recorded
 * durations then look like those of real scans. It advances in ticks of some seconds: otherwise a scan that reports its
 * progress twice a second of this clock would do so a hundred times in a tenth of a real second.
 */
export function clockFrom(from: Date, speed: number): Clock {
  const begun = performance.now();
  const ticks = () => Math.floor(((performance.now() - begun) * speed) / TICK_MS);
  return {
    now: () => new Date(from.getTime() + ticks() * TICK_MS),
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}
