import { SECOND } from './clock.js';

/** HTTP date: `Sun, 06 Nov 1994 08:49:37 GMT` or `Sunday, 06-Nov-94 08:49:37 GMT`. */
const HTTP_DATE = /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -](?:\d\d){1,2} \d\d:\d\d:\d\d GMT$/;
/** HTTP date in the format of asctime: `Sun Nov  6 08:49:37 1994`. */
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * Wait requested by a `Retry-After` header, 0 or more; null when it is absent or invalid. Milliseconds. Source: RFC
 * 9110, section 10.2.3: whole seconds, or an HTTP date in any of its three formats.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND;
  const isAsctime = ASCTIME_DATE.test(text);
  if (!isAsctime && !HTTP_DATE.test(text)) return null;
  // The oldest spelling has no zone, and means GMT.
  const date = Date.parse(isAsctime ? `${text} GMT` : text);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
