import { describe, expect, it } from 'vitest';
import {
  countChanges,
  coveredFrameworks,
  dayAfter,
  endOfDay,
  pathOf,
  plannedAt,
  startOfDay,
  timesOf,
  yearBefore,
} from '../../src/dashboard/app/pages/reports/reports.rules.js';

describe('the changes between two reports', () => {
  it('are counted by what became of the controls', () => {
    const change = (previousStatus: string, status: string) => ({ previousStatus, status });
    expect(
      countChanges([
        change('failed', 'passed'),
        change('not_assessed', 'failed'),
        change('passed', 'failed'),
        change('failed', 'not_applicable'),
        change('failed', 'not_assessed'),
        // Another assurance alone.
        change('passed', 'passed'),
      ]),
    ).toEqual({ passed: 1, failed: 2, leftScope: 1, other: 2 });
  });
});

describe('the days until which a report is stored', () => {
  it('begin with the one after today and end with their last second', () => {
    expect(dayAfter(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01');
    expect(endOfDay('2027-01-01')).toBe('2027-01-01T23:59:59.000Z');
  });

  it('and those of evidence begin with their first second, a year ago', () => {
    expect(startOfDay('2027-01-01')).toBe('2027-01-01T00:00:00.000Z');
    expect(yearBefore(new Date('2027-03-01T12:00:00Z'))).toBe('2026-03-01');
  });
});

describe('the address of a file', () => {
  it('is on the host of the page, with its signature', () => {
    expect(pathOf('https://crosswalk.example/files/t/r.pdf?expires=1&signature=x%2By')).toBe(
      '/files/t/r.pdf?expires=1&signature=x%2By',
    );
  });

  it('stays that of a bucket, which is elsewhere', () => {
    expect(pathOf('https://bucket.example/t/reports/r.pdf?X-Amz=1')).toBe(
      'https://bucket.example/t/reports/r.pdf?X-Amz=1',
    );
  });
});

describe('the times of a schedule', () => {
  it('are worded where it comes daily, or on one day of the week or month', () => {
    expect(timesOf('30 5 * * *')).toEqual({ minute: 30, hour: 5 });
    expect(timesOf('0 6 * * 7')).toEqual({ minute: 0, hour: 6, weekday: 0 });
    expect(timesOf('0 6 15 * *')).toEqual({ minute: 0, hour: 6, day: 15 });
  });

  it('are left as an expression in every other case', () => {
    for (const cron of ['0 6 15 * 1', '*/5 6 * * *', '0 6 1 1,4 *', '0 6 * 2 *', '0 6 1-3 * *']) {
      expect(timesOf(cron)).toBeNull();
    }
  });
});

describe('the frameworks that scans covered', () => {
  it('are those that completed scans have scores of', () => {
    const of = (...names: string[]) => ({ frameworks: names.map((framework) => ({ framework })) });
    const scans = [
      { status: 'completed', scores: of('SOC 2', 'HIPAA') },
      { status: 'completed', scores: null },
      { status: 'failed', scores: of('CMMC') },
    ];
    expect([...coveredFrameworks(scans)]).toEqual(['SOC 2', 'HIPAA']);
  });
});

describe('the next time of a schedule', () => {
  it.each([
    ['2026-12-01T07:03:21.500Z', '0 7 1 * *', '2026-12-01T07:00:00.000Z'],
    ['2026-12-01T01:34:59.000Z', '0 7 * * 1', '2026-12-01T01:30:00.000Z'],
    ['2026-12-01T07:24:00.000Z', '20 7 * * *', '2026-12-01T07:20:00.000Z'],
    ['2026-12-01T08:01:00.000Z', '58 7 * * *', '2026-12-01T07:58:00.000Z'],
  ])('is, of a report due at %s by %s, what the schedule says: %s', (nextAt, cron, planned) => {
    expect(plannedAt(nextAt, cron)?.toISOString()).toBe(planned);
  });

  it('is not known of an expression with other times', () => {
    expect(plannedAt('2026-12-01T07:03:00.000Z', '*/20 7 1 * *')).toBeNull();
  });
});
