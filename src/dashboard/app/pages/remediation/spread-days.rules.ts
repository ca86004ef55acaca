import { DAY_MS } from '../../parts/calendar.rules.js';

/**
 * Days by which things are due one after the other, evenly from tomorrow on, the last one on the given day. Several share a day where there
 * are fewer days than things; where the last day is not after tomorrow, they all are due on it.
 * @param last `2027-01-31`
 * @param count of things, from 1
 */
export function spreadDays(now: Date, last: string, count: number): string[] {
  const today = Date.parse(now.toISOString().slice(0, 10));
  const span = Math.max(0, Math.round((Date.parse(last) - today) / DAY_MS));
  if (span <= 1) return Array.from({ length: count }, () => last);
  return Array.from({ length: count }, (_, index) => {
    const day = Math.max(1, Math.round(((index + 1) * span) / count));
    return new Date(today + day * DAY_MS).toISOString().slice(0, 10);
  });
}
