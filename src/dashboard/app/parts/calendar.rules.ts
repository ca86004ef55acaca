/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000;

/** Numbers days as a calendar in the time zone has them, so that a day of 23 or 25 hours is one day. */
export function calendarDayIn(timeZone: string): (at: Date) => number {
  const day = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  return (at) => Date.parse(`${day.format(at)}T00:00:00Z`) / DAY_MS;
}
