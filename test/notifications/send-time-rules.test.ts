import { describe, expect, it } from 'vitest';
import { sendTime, type Times } from '../../src/modules/notifications/send-time.rules.js';

const AT_ONCE: Times = { delivery: 'at_once', digestHour: null, quietFrom: null, quietTo: null, timezone: 'UTC' };
const at = (times: Partial<Times>, oldest: string, now = oldest) =>
  sendTime({ ...AT_ONCE, ...times }, { oldest: new Date(oldest), now: new Date(now) }).toISOString();

describe('the time at which a rule sends', () => {
  it('is now without a digest and quiet hours, however old the events are', () => {
    expect(at({}, '2026-03-01T10:00:00Z', '2026-03-02T11:00:00Z')).toBe('2026-03-02T11:00:00.000Z');
  });

  it.each([
    // Quiet from 22:00 to 06:30 in Berlin, which is UTC+1 in January and UTC+2 in July.
    ['before they begin', '2026-01-10T20:59:00Z', '2026-01-10T20:59:00.000Z'],
    ['at their first minute', '2026-01-10T21:00:00Z', '2026-01-11T05:30:00.000Z'],
    ['after midnight', '2026-01-10T23:30:00Z', '2026-01-11T05:30:00.000Z'],
    ['at their last minute', '2026-01-11T05:29:00Z', '2026-01-11T05:30:00.000Z'],
    ['at their end', '2026-01-11T05:30:00Z', '2026-01-11T05:30:00.000Z'],
    ['in summer', '2026-07-10T20:00:00Z', '2026-07-11T04:30:00.000Z'],
  ])('is the end of quiet hours over midnight where it falls into them: %s', (_when, now, expected) => {
    expect(at({ quietFrom: '22:00', quietTo: '06:30', timezone: 'Europe/Berlin' }, now)).toBe(expected);
  });

  it('is after quiet hours of a day', () => {
    expect(at({ quietFrom: '09:00', quietTo: '17:00' }, '2026-01-10T12:00:00Z')).toBe('2026-01-10T17:00:00.000Z');
    expect(at({ quietFrom: '09:00', quietTo: '17:00' }, '2026-01-10T18:00:00Z')).toBe('2026-01-10T18:00:00.000Z');
  });

  it.each([
    // Eight in the morning in New York is 13:00 UTC in winter and 12:00 in summer, which begins on 8 March 2026.
    ['of the same day', '2026-01-10T12:59:00Z', '2026-01-10T13:00:00.000Z'],
    ['of the next day', '2026-01-10T13:00:00Z', '2026-01-11T13:00:00.000Z'],
    ['over the beginning of summer time', '2026-03-07T13:30:00Z', '2026-03-08T12:00:00.000Z'],
  ])('is the hour of the digest after the oldest event: %s', (_when, oldest, expected) => {
    expect(at({ delivery: 'digest', digestHour: 8, timezone: 'America/New_York' }, oldest)).toBe(expected);
  });

  it('is now where the digest is late, as after a stop of the service', () => {
    expect(at({ delivery: 'digest', digestHour: 8 }, '2026-01-10T07:00:00Z', '2026-01-12T20:00:00Z')).toBe(
      '2026-01-12T20:00:00.000Z',
    );
  });

  it('is the end of the quiet hours where the hour of the digest is one of them', () => {
    const times: Partial<Times> = { delivery: 'digest', digestHour: 8, quietFrom: '20:00', quietTo: '09:30' };
    expect(at(times, '2026-01-10T07:00:00Z')).toBe('2026-01-10T09:30:00.000Z');
  });

  it('is the next time that there is where summer time skips it', () => {
    // On 29 March 2026 there is no 02:30 in Berlin; 03:00 there is 01:00 UTC.
    expect(at({ quietFrom: '22:00', quietTo: '02:30', timezone: 'Europe/Berlin' }, '2026-03-28T23:00:00Z')).toBe(
      '2026-03-29T01:00:00.000Z',
    );
  });
});
