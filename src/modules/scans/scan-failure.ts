import { AppError } from '../../platform/errors.js';
import { IntegrationLost } from './scan-collection.js';
import { ScanTimeout } from './scan-time.js';

/** Whether another attempt would fail alike: a report that is gone stays gone, a store that is away comes back. */
export function isFinal(err: unknown): boolean {
  return (
    err instanceof IntegrationLost ||
    err instanceof ScanTimeout ||
    (err instanceof AppError && err.code !== 'UNAVAILABLE')
  );
}

/** Rolls the transaction back when another process, or a cancel, ended the scan meanwhile. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
