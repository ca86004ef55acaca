import { MINUTE, SECOND } from '../../platform/clock.js';

/** Attempts of one request, the first included. */
export const ATTEMPTS_MAX = 5;

/** Longest wait, whatever the server asks for, so that a scan ends. */
const DELAY_MAX_MS = 5 * MINUTE;

/** Statuses of throttling, and of failures of a server or gateway that may pass. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Whether a request with this status may succeed a little later. */
export function isTransient(status: number): boolean {
  return TRANSIENT.has(status);
}

/**
 * Wait before the next attempt: as long as the server asks for, by `Retry-After` (RFC 9110, section 10.2.3) or by
 * `X-Rate-Limit-Reset` (Okta: seconds since the epoch), at least a second; else 1, 2, 4, 8 seconds, each times `spread`.
 * @param attempt number of the attempt that failed, from 1
 * @param spread jitter, above 0 up to 1: keeps clients that were refused together from returning together
 * @returns milliseconds, 5 minutes at most
 */
export function retryDelayMs(
  attempt: number,
  header: (name: string) => string | null,
  { now, spread }: { now: Date; spread: number },
): number {
  const asked = afterMs(header('retry-after'), now) ?? resetMs(header('x-rate-limit-reset'), now);
  const delayMs = asked === null ? 2 ** (attempt - 1) * SECOND * spread : Math.max(asked, SECOND);
  return Math.min(delayMs, DELAY_MAX_MS);
}

function afterMs(value: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * SECOND;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : moment - now.getTime();
}

function resetMs(value: string | null, now: Date): number | null {
  // A second more, because clocks differ.
  return value !== null && /^\d+$/.test(value) ? (Number(value) + 1) * SECOND - now.getTime() : null;
}
