/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000;

/** Function that numbers the calendar days of a time zone, one apart even where a day has 23 or 25 hours. */
export function calendarDayIn(timeZone: string): (at: Date) => number {
  const day = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  return (at) => Date.parse(`${day.format(at)}T00:00:00Z`) / DAY_MS;
}

/** Below which a moment is as far away as its hours say, also beyond midnight. */
const HOURS_MS = 12 * 3_600_000;

/** Units below a day. */
const UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** How far away a moment is, as `Intl.RelativeTimeFormat` takes it. */
export interface Distance {
  value: number;
  unit: 'day' | (typeof UNITS)[number][0];
}

/**
 * Distance of a moment from now: in hours below 12, and on the same calendar day, else in calendar days of the zone. One rule for every
 * page, so that the same moment reads alike on all of them.
 */
export function distanceIn(timeZone: string): (at: Date, now: Date) => Distance {
  const dayOf = calendarDayIn(timeZone);
  return (at, now) => {
    const ms = at.getTime() - now.getTime();
    const days = dayOf(at) - dayOf(now);
    if (Math.abs(ms) >= HOURS_MS && days !== 0) return { value: days, unit: 'day' };
    const [unit, length] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? (['second', 1_000] as const);
    return { value: Math.trunc(ms / length), unit };
  };
}
