import { describe, expect, it } from 'vitest';
import { calendarDayIn, distanceIn } from '../../src/dashboard/app/parts/calendar.rules.js';

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

describe('how far away a moment is', () => {
  const now = new Date('2026-11-29T08:00:00Z');

  it.each([
    ['two days by the calendar, 42 hours', '2026-11-27T13:41:00Z', -2, 'day'],
    ['yesterday evening, below 12 hours', '2026-11-28T21:00:00Z', -11, 'hour'],
    ['yesterday evening, 12 hours', '2026-11-28T20:00:00Z', -1, 'day'],
    ['tomorrow morning', '2026-11-30T07:00:00Z', 1, 'day'],
    ['the end of the same day', '2026-11-29T23:30:00Z', 15, 'hour'],
    ['some minutes', '2026-11-29T07:18:59Z', -41, 'minute'],
    ['some seconds', '2026-11-29T08:00:12Z', 12, 'second'],
    ['now', '2026-11-29T08:00:00Z', 0, 'second'],
    ['a year', '2027-11-29T08:00:00Z', 365, 'day'],
  ])('%s', (_what, at, value, unit) => {
    expect(distanceIn('UTC')(new Date(at), now)).toEqual({ value, unit });
  });

  it('counts the days of the time zone', () => {
    // 23:00 in Berlin of the day before, and 09:00.
    expect(distanceIn('Europe/Berlin')(new Date('2026-11-27T22:00:00Z'), now)).toEqual({ value: -2, unit: 'day' });
    expect(distanceIn('Europe/Berlin')(new Date('2026-11-27T23:00:00Z'), now)).toEqual({ value: -1, unit: 'day' });
  });
});
