import { describe, expect, it } from 'vitest';
import { checkedResource, checkLastDay, dayIn, likeOf } from '../../src/modules/exceptions/exception.rules.js';

function problem(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (err) {
    return (err as { details?: { field: string; message: string }[] }).details;
  }
}

describe('the resources of an exception', () => {
  it('are one id, taken literally', () => {
    const accepted = checkedResource({ resourceId: 'arn:*:50%_\\' });
    expect(accepted).toEqual({ resource: 'arn:*:50%_\\', isPattern: false });
    expect(likeOf(accepted)).toBe('arn:*:50\\%\\_\\\\');
  });

  it('are a pattern whose stars stand for any characters, and nothing else does', () => {
    const accepted = checkedResource({ resourcePattern: 'arn:aws:s3:::log_*-50%' });
    expect(accepted).toEqual({ resource: 'arn:aws:s3:::log_*-50%', isPattern: true });
    expect(likeOf(accepted)).toBe('arn:aws:s3:::log\\_%-50\\%');
  });

  it.each([
    [{}, ''],
    [{ resourceId: 'a', resourcePattern: 'a*' }, ''],
    [{ resourcePattern: 'a' }, '/resource_pattern'],
    [{ resourcePattern: '******' }, '/resource_pattern'],
  ])('return VALIDATION_FAILED for %j', (given, field) => {
    expect(problem(() => checkedResource(given))).toEqual([{ field, message: expect.stringMatching(/^must have/) }]);
  });
});

describe('the last day of an exception', () => {
  it('is a day of the organization’s time zone', () => {
    const at = new Date('2026-03-01T23:30:00Z');
    expect(dayIn('UTC', at)).toBe('2026-03-01');
    expect(dayIn('Europe/Berlin', at)).toBe('2026-03-02');
    expect(dayIn('America/New_York', at)).toBe('2026-03-01');
  });

  it('is today to a year ahead', () => {
    const check = (day: string) => problem(() => checkLastDay(day, '2026-11-22'));
    expect(check('2026-11-22')).toBeNull();
    expect(check('2027-11-22')).toBeNull();
    expect(check('2027-11-23')).toEqual([{ field: '/expires_on', message: 'must be within a year' }]);
    expect(check('2026-11-21')).toEqual([{ field: '/expires_on', message: 'has passed' }]);
  });

  it('is one that exists', () => {
    for (const day of ['2027-02-29', '2027-13-01', '2027-1-1', 'tomorrow', '2027-01-01T00:00:00Z']) {
      expect(problem(() => checkLastDay(day, '2026-11-22'))).toEqual([
        { field: '/expires_on', message: 'must be a day, YYYY-MM-DD' },
      ]);
    }
  });
});
