import { describe, expect, it } from 'vitest';
import { calendarDayIn } from '../../src/dashboard/app/parts/calendar.rules.js';

describe('days between two moments by the calendar', () => {
  it.each([
    ['two evenings and a morning', 'UTC', '2026-11-26T13:41:00Z', '2026-11-28T08:00:00Z', 2],
    ['the same day in UTC, two in Berlin', 'Europe/Berlin', '2026-11-26T22:30:00Z', '2026-11-26T23:30:00Z', 1],
    ['the same day in Tokyo, two in UTC', 'Asia/Tokyo', '2026-11-26T23:30:00Z', '2026-11-27T00:30:00Z', 0],
    ['the day of 25 hours', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 1],
    ['the day of 23 hours', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 1],
    ['the turn of a year', 'UTC', '2026-12-31T23:59:00Z', '2027-01-01T00:01:00Z', 1],
  ])('%s', (_what, timeZone, from, to, days) => {
    const dayOf = calendarDayIn(timeZone);
    expect(dayOf(new Date(to)) - dayOf(new Date(from))).toBe(days);
  });
});
