import { MINUTE } from '../../platform/clock.js';

/** The end of a run that took too long. Another attempt would take as long. */
export class ScanTimeout extends Error {
  override readonly name = 'ScanTimeout';
  readonly code = 'TIMED_OUT';

  constructor(scanMs: number) {
    super(`the scan did not end within ${String(Math.round(scanMs / MINUTE))} minutes`);
  }
}

/**
 * Runs `work` with a signal that also aborts when its time is over. Ends then, even where `work` does not: whatever it writes later is
 * refused, because its lease is no longer in force.
 * @throws {ScanTimeout}; what `work` throws
 */
export async function withinTime(
  scanMs: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const timeout = new ScanTimeout(scanMs);
    over.abort(timeout);
    reject(timeout);
  }, scanMs);
  const working = work(AbortSignal.any([...signals, over.signal]));
  working.catch(() => undefined);
  try {
    await Promise.race([working, ended]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Time for the next of some collections that share what is left: an equal share each, so that a slow one leaves time to the others.
 * @param endsAt by `performance.now()`
 */
export function shareOfTime(endsAt: number, collectionsLeft: number): number {
  return Math.max(0, endsAt - performance.now()) / collectionsLeft;
}
