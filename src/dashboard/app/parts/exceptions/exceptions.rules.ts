import { SOON_MS } from '../soon.rules.js';

/** The day, `YYYY-MM-DD`, so many days after `from`, in the time zone of the browser. */
export function dayAfter(from: Date, days: number): string {
  const at = new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The last day that an exception may have: a year ahead. */
export function lastDay(from: Date): string {
  return dayAfter(new Date(from.getFullYear() + 1, from.getMonth(), from.getDate()), 0);
}

/** Whether the last day, `YYYY-MM-DD`, is within 30 days. */
export function endsSoon(expiresOn: string, now: Date): boolean {
  return Date.parse(`${expiresOn}T00:00:00Z`) - now.getTime() <= SOON_MS;
}
