import { systemClock, type Clock } from '../../src/platform/clock.js';

/** A clock that can be shifted, to issue tokens of another time. */
export class ShiftedClock implements Clock {
  shiftMs = 0;

  now(): Date {
    return new Date(systemClock.now().getTime() + this.shiftMs);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }

  /** Runs `work` with a shifted clock. */
  async at<T>(shiftMs: number, work: () => Promise<T>): Promise<T> {
    this.shiftMs = shiftMs;
    try {
      return await work();
    } finally {
      this.shiftMs = 0;
    }
  }
}
