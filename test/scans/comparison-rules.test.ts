import { describe, expect, it } from 'vitest';
import { checkChanges, type StoredCheck } from '../../src/modules/scans/comparison.rules.js';

const CONTROL = 7;
const BOTH = { from: ['i'], to: ['i'] };

function kept(scan: 'from' | 'to', changes: Partial<StoredCheck> = {}): StoredCheck {
  const outcome = { resourcesPassed: 1, resourcesFailed: 0, version: 'v1', isPartial: false };
  return {
    scan,
    integrationId: 'i',
    scanner: 'crosswalk',
    ruleId: 'a',
    title: 'A',
    controlNos: [CONTROL],
    ...outcome,
    ...changes,
  };
}

/** `from` passes with one resource and version v1. */
const reasonsOf = (to: Partial<StoredCheck> | null, from: Partial<StoredCheck> = {}, read = BOTH) =>
  checkChanges(CONTROL, [kept('from', from), ...(to ? [kept('to', to)] : [])], read).map(({ reasons }) => reasons);

describe('why a control’s result differs', () => {
  it('says nothing of a check with the same outcome, however many resources passed', () => {
    expect(reasonsOf({ resourcesPassed: 9, version: 'v2' })).toEqual([]);
  });

  it('is the configuration where the same check fails now', () => {
    expect(reasonsOf({ resourcesFailed: 1 })).toEqual([['configuration']]);
  });

  it('is the configuration where the check met nothing any more', () => {
    expect(reasonsOf({ resourcesPassed: 0 })).toEqual([['configuration']]);
    expect(reasonsOf(null)).toEqual([['configuration']]);
  });

  it('is the check where its logic is another', () => {
    expect(reasonsOf({ resourcesFailed: 1, version: 'v2' })).toEqual([['check_version']]);
  });

  it('is the mapping where the check leads to the control in one scan only', () => {
    expect(reasonsOf({ controlNos: [CONTROL + 1] })).toEqual([['mapping_version']]);
    expect(reasonsOf({}, { controlNos: [] })).toEqual([['mapping_version']]);
  });

  it('is the coverage where what passed counts for nothing now', () => {
    expect(reasonsOf({ isPartial: true })).toEqual([['coverage']]);
  });

  it('is both where logic and coverage are others', () => {
    expect(reasonsOf({ isPartial: true, version: 'v2' })).toEqual([['check_version', 'coverage']]);
  });

  it('is the integrations where one of the scans did not read this one', () => {
    expect(reasonsOf(null, {}, { from: ['i'], to: ['j'] })).toEqual([['integrations']]);
  });

  it('tells checks of two integrations apart, and gives them by rule id', () => {
    const checks = [
      kept('from', { ruleId: 'b' }),
      kept('to', { ruleId: 'b', resourcesFailed: 2 }),
      kept('from', { integrationId: 'j' }),
      kept('to', { integrationId: 'j', resourcesFailed: 1 }),
      kept('from'),
      kept('to'),
    ];
    const read = { from: ['i', 'j'], to: ['i', 'j'] };
    expect(checkChanges(CONTROL, checks, read).map(({ integrationId, ruleId }) => [integrationId, ruleId])).toEqual([
      ['j', 'a'],
      ['i', 'b'],
    ]);
  });
});
