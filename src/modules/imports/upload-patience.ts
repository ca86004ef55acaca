import type { Upload, UploadFields } from '../../feature/rest-row.js';
import { SECOND } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';

/** How long a client is waited for while others wait for its place. */
export interface UploadPatience {
  /** Time that the service waits for its client, altogether. Milliseconds. */
  waitMsMax: number;
  /** Interval of looking. Milliseconds. */
  everyMs: number;
}

/** Our choice: who waits has a place within the 30 seconds that it waits. Source: schema/contract/limits.md. */
const PATIENCE: UploadPatience = { waitMsMax: 20 * SECOND, everyMs: SECOND / 4 };

/**
 * Receives an upload that holds a place which others wait for: it is ended where its client has been waited for too long.
 * @param doOthersWait asked while it is received
 * @throws {AppError} UNAVAILABLE where it is ended; errors of `receive`
 */
export async function receiveInTime<T>(
  upload: Upload,
  doOthersWait: () => boolean,
  receive: (upload: Upload) => Promise<T>,
  { waitMsMax, everyMs }: UploadPatience = PATIENCE,
): Promise<T> {
  const late = new AbortController();
  let waitedMs = 0;
  const timer = setInterval(() => {
    if (upload.waitsForClient()) waitedMs += everyMs;
    if (waitedMs > waitMsMax && doOthersWait()) late.abort(tooSlow());
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

function tooSlow(): AppError {
  return new AppError('UNAVAILABLE', 'others wait, and the file comes slowly', { retryAfterSeconds: 30 });
}
