import { describe, expect, it } from 'vitest';
import { checkedCron, nextRun } from '../../src/modules/schedules/cron.rules.js';

const at = new Date('2026-03-27T12:00:00Z');

describe('the next run of a schedule', () => {
  const next = (cron: string, timezone: string, random = 0, from = at) =>
    nextRun(cron, { timezone, at: from, random })?.toISOString();

  it('is computed in the time zone', () => {
    expect(next('30 2 * * *', 'UTC')).toBe('2026-03-28T02:30:00.000Z');
    // UTC+1 in winter, UTC-4 in New York's summer.
    expect(next('30 2 * * *', 'Europe/Berlin')).toBe('2026-03-28T01:30:00.000Z');
    expect(next('30 2 * * *', 'America/New_York')).toBe('2026-03-28T06:30:00.000Z');
  });

  it('falls on the day on which daylight saving skips its hour, and at its own hour the day after', () => {
    // Berlin's clocks go from 2:00 to 3:00 on 29 March 2026: that is 1:00 UTC.
    const onTheDay = next('30 2 * * *', 'Europe/Berlin', 0, new Date('2026-03-28T12:00:00Z')) ?? '';
    expect(onTheDay >= '2026-03-29T01:00:00.000Z' && onTheDay <= '2026-03-29T01:30:00.000Z').toBe(true);
    expect(next('30 2 * * *', 'Europe/Berlin', 0, new Date('2026-03-29T12:00:00Z'))).toBe('2026-03-30T00:30:00.000Z');
  });

  it('falls once on the day on which daylight saving repeats its hour', () => {
    // From 3:00 back to 2:00 on 25 October 2026.
    const first = new Date(next('30 2 * * *', 'Europe/Berlin', 0, new Date('2026-10-24T12:00:00Z')) ?? '');
    expect(next('30 2 * * *', 'Europe/Berlin', 0, first)).toBe('2026-10-26T01:30:00.000Z');
  });

  it('has a random delay of up to five minutes', () => {
    expect(next('0 3 * * 1', 'UTC', 0.5)).toBe('2026-03-30T03:02:30.000Z');
    expect(next('0 3 * * 1', 'UTC', 0.999999)).toBe('2026-03-30T03:04:59.999Z');
  });

  it('is null for a day that does not exist', () => {
    expect(nextRun('0 0 30 2 *', { timezone: 'UTC', at, random: 0 })).toBeNull();
  });
});

describe('a cron expression', () => {
  const check = (cron: string) => checkedCron(cron, { timezone: 'UTC', at });

  it('is normalized to five fields with single spaces', () => {
    expect(check('  */15 *  * * MON-FRI ')).toBe('*/15 * * * MON-FRI');
  });

  it.each([
    ['', 'not a cron expression'],
    ['* * * *', 'not a cron expression'],
    ['0 0 3 * * *', 'not a cron expression'],
    ['61 * * * *', 'not a cron expression'],
    ['@daily; drop', 'not a cron expression'],
    ['* * * * *', 'more often'],
    ['*/14 * * * *', 'more often'],
    ['0,10 3 * * *', 'more often'],
    ['0 0 31 2 *', 'never comes'],
  ])('returns VALIDATION_FAILED for %j', (cron, message) => {
    let refusal: unknown;
    try {
      check(cron);
    } catch (err) {
      refusal = err;
    }
    expect(refusal).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: '/cron', message: expect.stringContaining(message) }],
    });
  });
});
