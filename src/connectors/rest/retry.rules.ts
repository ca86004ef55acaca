import { MINUTE, SECOND } from '../../platform/clock.js';

/** So often is a request sent at most. */
export const ATTEMPTS_MAX = 5;

/** No wait is longer, whatever the system asks for: a scan should end. */
const DELAY_MAX_MS = 5 * MINUTE;

/** Too many requests, and what passes: a gateway's answers among them. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Whether a request with this answer may be answered otherwise a little later. */
export function isPassing(status: number): boolean {
  return PASSING.has(status);
}

/**
 * How long to wait before a request is sent again: as long as the system asks for, by `Retry-After` (RFC 9110, section
 * 10.2.3) or by `X-Rate-Limit-Reset` (Okta: seconds since the epoch), a second at least; else 1, 2, 4, 8 seconds, each
 * times `spread`.
 * @param attempt how often it was sent, from 1
 * @param spread above 0 up to 1: keeps clients that were refused together from returning together
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
  // A second more, for the clocks differ.
  return value !== null && /^\d+$/.test(value) ? (Number(value) + 1) * SECOND - now.getTime() : null;
}
