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

/** Noon of a day, `YYYY-MM-DD`, in the time zone of the browser. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00`);
}

/** Days that an exception lasts unless another last day is chosen. */
const DEFAULT_DAYS = 90;

/** The last day that is proposed where the first possible one is `first`: 90 days after it, and no more than a year ahead. */
export function renewedDay(first: string, now: Date): string {
  const [proposed, last] = [dayAfter(noonOf(first), DEFAULT_DAYS), lastDay(now)];
  return proposed < last ? proposed : last;
}

/** Whether the last day, `YYYY-MM-DD`, is within 30 days. */
export function endsSoon(expiresOn: string, now: Date): boolean {
  return Date.parse(`${expiresOn}T00:00:00Z`) - now.getTime() <= SOON_MS;
}
