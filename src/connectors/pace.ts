import type { Clock } from '../platform/clock.js';

/** What is read without a pause: pages of real systems. Bytes. */
const WITHOUT_PAUSE = 2 ** 20;
/** Our choice: to read, check and parse a mebibyte takes some 15 ms of the thread that answers everybody. */
const MS_PER_MIB = 20;

/**
 * Waits after a long answer for as long as it has taken, before the next one: a system that answers with as much as is read again and again
 * has half of the thread at most, however long a scan may be.
 * @param bytes of the answer, decompressed
 */
export async function pauseAfter(
  bytes: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  const ms = pauseMs(bytes);
  if (ms > 0) await clock.sleep(ms, signal);
}

/** Milliseconds, whole. */
export function pauseMs(bytes: number): number {
  return bytes <= WITHOUT_PAUSE ? 0 : Math.ceil((bytes / 2 ** 20) * MS_PER_MIB);
}
