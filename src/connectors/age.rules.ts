import { DAY } from '../platform/clock.js';

/** Whole days between two moments, negative when `to` is earlier; null for an invalid date. */
export function daysBetween(from: Date | string, to: Date | string): number | null {
  const days = (new Date(to).getTime() - new Date(from).getTime()) / DAY;
  return Number.isNaN(days) ? null : Math.floor(days);
}

/** Whole days since a moment; 0 for one in the future, because clocks differ; null for an unknown or invalid date. */
export function ageInDays(moment: Date | string | null | undefined, now: Date): number | null {
  const days = moment === null || moment === undefined ? null : daysBetween(moment, now);
  return days === null ? null : Math.max(days, 0);
}
