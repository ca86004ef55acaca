/** Waits between attempts at failed work. */
export interface Backoff {
  /** The wait after the first, the second, … failed attempt; the last one repeats. Milliseconds. */
  gapsMs: readonly number[];
  /**
   * Largest deviation of a wait, as a share of it, so that simultaneous failures are not retried simultaneously.
   * @default 0
   */
  jitter?: number;
}

/**
 * Wait after a number of failed attempts. Milliseconds.
 * @param failures from 1
 * @param random from 0 up to 1; ignored without jitter
 */
export function backoffMs({ gapsMs, jitter = 0 }: Backoff, failures: number, random = 0): number {
  const gapMs = gapsMs[failures - 1] ?? gapsMs.at(-1) ?? 0;
  return Math.round(gapMs * (1 - jitter + 2 * jitter * random));
}
