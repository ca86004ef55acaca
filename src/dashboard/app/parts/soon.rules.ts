import { DAY_MS } from './calendar.rules.js';

/** Days before its end at which an exception, or an artifact of evidence, ends soon. Source: schema/contract/exceptions.md, "Its end". */
export const SOON_DAYS = 30;
export const SOON_MS = SOON_DAYS * DAY_MS;

/** Range of "soon": from now to `SOON_DAYS` later, RFC 3339. */
export function soonFrom(now: Date): { now: string; soon: string } {
  return { now: now.toISOString(), soon: new Date(now.getTime() + SOON_MS).toISOString() };
}
