import type { Upload, UploadFields } from '../../feature/rest-row.js';
import { SECOND } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';

/** How fast a client has to send while others wait for its place. */
export interface UploadPace {
  /** Time that the service waits for every client. Milliseconds. */
  graceMs: number;
  /** And beyond that, of the time in which it waits, on average. */
  bytesPerSecond: number;
  /** Interval of looking. Milliseconds. */
  everyMs: number;
}

/** Our choice: who waits has a place within the 30 seconds that it waits. Source: schema/contract/limits.md. */
const PACE: UploadPace = { graceMs: 15 * SECOND, bytesPerSecond: 256 * 1024, everyMs: SECOND / 4 };

/**
 * Receives an upload that holds a place which others wait for: it is ended where its client sends it slowly meanwhile.
 * @param doOthersWait asked while it is received
 * @throws {AppError} UNAVAILABLE where it is ended; errors of `receive`
 */
export async function receiveInTime<T>(
  upload: Upload,
  doOthersWait: () => boolean,
  receive: (upload: Upload) => Promise<T>,
  { graceMs, bytesPerSecond, everyMs }: UploadPace = PACE,
): Promise<T> {
  const late = new AbortController();
  let waitedMs = 0;
  const timer = setInterval(() => {
    if (upload.waitsForClient()) waitedMs += everyMs;
    const dueBytes = ((waitedMs - graceMs) / SECOND) * bytesPerSecond;
    if (doOthersWait() && upload.received() < dueBytes) late.abort(tooSlow(bytesPerSecond));
  }, everyMs);
  const signal = AbortSignal.any([upload.signal, late.signal]);
  try {
    return await receive({ ...upload, signal, finished: () => unlessAborted(upload.finished(), signal) });
  } finally {
    clearInterval(timer);
  }
}

function unlessAborted(finished: Promise<UploadFields>, signal: AbortSignal): Promise<UploadFields> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason as Error);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return Promise.race([finished, promise]).finally(() => signal.removeEventListener('abort', end));
}

function tooSlow(bytesPerSecond: number): AppError {
  const message = `others wait, and the file is sent with less than ${bytesPerSecond / 1024} KiB a second`;
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: 30 });
}
