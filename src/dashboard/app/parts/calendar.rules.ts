/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000;

/** Function that numbers the calendar days of a time zone, one apart even where a day has 23 or 25 hours. */
export function calendarDayIn(timeZone: string): (at: Date) => number {
  const day = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  return (at) => Date.parse(`${day.format(at)}T00:00:00Z`) / DAY_MS;
}
