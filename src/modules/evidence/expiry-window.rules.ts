import { DAY } from '../../platform/clock.js';

/** A range of moments, half open. */
export interface MomentRange {
  from: Date;
  before: Date;
}

/** A range of moments, in whole days of UTC and the rest. */
export interface DividedWindow {
  /** Whole days, half open: the first one, and the one after the last; null where the window is open. None where there is no whole day. */
  days: { from: string | null; before: string | null } | null;
  /** What is left of the days in which the window begins and ends. */
  rest: readonly MomentRange[];
}

/**
 * Divides a window of moments into whole days and what is left of two days at most. Open to a side where that is null.
 */
export function divideWindow(from: Date | null, before: Date | null): DividedWindow {
  const first = from && new Date(Math.ceil(from.getTime() / DAY) * DAY);
  const end = before && new Date(Math.floor(before.getTime() / DAY) * DAY);
  if (from && before && first && end && first > end) return { days: null, rest: [{ from, before }] };
  return {
    days: { from: first && dayOf(first), before: end && dayOf(end) },
    rest: [
      ...(from && first && from < first ? [{ from, before: first }] : []),
      ...(before && end && end < before ? [{ from: end, before }] : []),
    ],
  };
}

/** After every day of the calendar, in the order of texts. */
const AFTER_ALL = '9999-12-32';

/** A day in text that sorts as days do; the years beyond 9999, in which nothing expires, are one. */
const dayOf = (moment: Date) => (moment.getUTCFullYear() > 9999 ? AFTER_ALL : moment.toISOString().slice(0, 10));
