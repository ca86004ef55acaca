import { describe, expect, it } from 'vitest';
import {
  checkOrderOf,
  criticalFirst,
  isByCheck,
  isFailing,
  queryOf,
  whereOf,
} from '../../src/dashboard/app/pages/findings/findings.rules.js';
import { dayAfter, renewedDay } from '../../src/dashboard/app/parts/exceptions/exceptions.rules.js';
import { failedFirst } from '../../src/dashboard/app/parts/failed-first.rules.js';

describe('the filter of the list of findings', () => {
  it('asks for what fails and no exception accepts, unless the address says otherwise', () => {
    expect(whereOf({})).toMatchObject({ status: ['fail'], exception: false });
    expect(whereOf({ status: 'accepted' })).toMatchObject({ status: ['fail'], exception: true });
    expect(whereOf({ status: 'on_hold' })).toMatchObject({ status: ['fail'], exception: false, onHold: true });
    expect(whereOf({})).toMatchObject({ onHold: null });
    expect(queryOf({ status: 'on_hold' })).toContain('on_hold=true');
    expect(['fail', 'on_hold', 'accepted', 'pass'].map((each) => isFailing(each as 'fail'))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(whereOf({ status: 'pass' })).toMatchObject({ status: ['pass'], exception: null });
    expect(whereOf({ status: 'any' })).toMatchObject({ status: null, exception: null });
  });

  it('is the same for the file that is downloaded', () => {
    expect(queryOf({})).toBe('status=fail&exception=false');
    expect(queryOf({ status: 'accepted', q: 'r-1' })).toBe('status=fail&exception=true&search=r-1');
    expect(queryOf({ status: 'any', order: 'first_seen' })).toBe('order_by=first_seen');
    expect(queryOf({ effect: 'failed-control' })).toBe('status=fail&exception=false&of_failed_control=true');
  });

  it('lists the checks first that fail most controls, and the worst first where that is asked or nothing fails', () => {
    expect([{}, { by: 'worst' as const }].map(isByCheck)).toEqual([true, true]);
    expect([{ by: 'finding' as const }, { checkId: 'a' }].map(isByCheck)).toEqual([false, false]);
    expect(checkOrderOf({})).toBe('failed_controls');
    expect(checkOrderOf({ by: 'worst' })).toBe('severity');
    expect(checkOrderOf({ status: 'accepted' })).toBe('severity');
  });
});

describe('controls of a finding', () => {
  it('stand with those that fail first, each in its former order', () => {
    const controls = ['passed', 'failed', 'not_assessed', 'failed'].map((status, no) => ({ no, status }));
    expect(failedFirst(controls).map(({ no }) => no)).toEqual([1, 3, 0, 2]);
  });
});

describe('the last day that is proposed', () => {
  it('is 90 days after the first possible one, and at most a year ahead', () => {
    const now = new Date(2026, 10, 29);
    expect(renewedDay(dayAfter(now, 0), now)).toBe('2027-02-27');
    expect(renewedDay('2027-03-01', now)).toBe('2027-05-30');
    expect(renewedDay('2027-11-01', now)).toBe('2027-11-29');
  });
});

describe('the checks of a list', () => {
  it('begin with the critical ones, each in the order that they had', () => {
    const checks = ['high', 'critical', 'low', 'critical'].map((severity, place) => ({ severity, place }));
    expect(criticalFirst(checks).map(({ place }) => place)).toEqual([1, 3, 0, 2]);
  });
});
