import { MINUTE } from './clock.js';

/** Time that a system has to answer a collection. Milliseconds. */
export interface TimeLimits {
  /** All responses to one call together, each with its body: half of it for the first attempt, the rest for a second. */
  callMs: number;
  /** One part: what is read together, as a service in a region. Waits that the system asks for count too. */
  partMs: number;
  /** The whole collection. */
  collectionMs: number;
}

export const TIME_LIMITS: TimeLimits = { callMs: MINUTE, partMs: 6 * MINUTE, collectionMs: 25 * MINUTE };

/** Time that one run of a scan may take. Milliseconds. */
export interface ScanLimits {
  /** The whole run; one that takes longer is failed with `TIMED_OUT`. */
  scanMs: number;
  /**
   * Time of the systems to answer: a call, a part, and all integrations of the scan together. What they have not answered by then
   * is a gap.
   */
  collect: TimeLimits;
}

/** Share of a run that is for reading; the rest is for evaluating what was read last, and for storing. */
const COLLECTING = 5 / 6;

/** Limits of a run of this length. */
export function scanLimits(scanMs: number): ScanLimits {
  return { scanMs, collect: { ...TIME_LIMITS, collectionMs: scanMs * COLLECTING } };
}

export const SCAN_LIMITS = scanLimits(30 * MINUTE);
