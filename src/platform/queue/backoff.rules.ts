/** How long to wait before a failed piece of work is tried again. */
export interface Backoff {
  /** The wait after the first, the second, … failed attempt; the last one repeats. Milliseconds. */
  gapsMs: readonly number[];
  /** Each wait is up to this share shorter or longer, so that what failed together is not tried together. @default 0 */
  jitter?: number;
}

/**
 * The wait after so many failed attempts. Milliseconds.
 * @param failures from 1
 * @param random from 0 up to 1; without jitter it does not matter
 */
export function backoffMs({ gapsMs, jitter = 0 }: Backoff, failures: number, random = 0): number {
  const gapMs = gapsMs[failures - 1] ?? gapsMs.at(-1) ?? 0;
  return Math.round(gapMs * (1 - jitter + 2 * jitter * random));
}
