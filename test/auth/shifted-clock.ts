import { systemClock, type Clock } from '../../src/platform/clock.js';

/** The machine's clock, moved: tests make tokens of another time with it. */
export class ShiftedClock implements Clock {
  shiftMs = 0;

  now(): Date {
    return new Date(systemClock.now().getTime() + this.shiftMs);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }

  /** Runs `work` at another time. */
  async at<T>(shiftMs: number, work: () => Promise<T>): Promise<T> {
    this.shiftMs = shiftMs;
    try {
      return await work();
    } finally {
      this.shiftMs = 0;
    }
  }
}
