import { describe, expect, it } from 'vitest';
import { checkChanges, type StoredCheck } from '../../src/modules/scans/comparison.rules.js';

const CONTROL = { no: 7, codes: new Set([71, 72]) };
const BOTH = { from: ['i'], to: ['i'] };

function stored(scan: 'from' | 'to', changes: Partial<StoredCheck> = {}): StoredCheck {
  const outcome = { resourcesPassed: 1, resourcesFailed: 0, version: 'v1', isPartial: false, decides: [71] };
  return {
    scan,
    integrationId: 'i',
    scanner: 'crosswalk',
    ruleId: 'a',
    title: 'A',
    severity: 'high',
    controlNos: [CONTROL.no],
    ...outcome,
    ...changes,
  };
}

/** `from` passes with one resource and version v1. */
const reasonsOf = (to: Partial<StoredCheck> | null, from: Partial<StoredCheck> = {}, read = BOTH) =>
  checkChanges(CONTROL, [stored('from', from), ...(to ? [stored('to', to)] : [])], read).map(({ reasons }) => reasons);

describe('checkChanges', () => {
  it.each([
    ['an element that the control asks for', [9, 72], true],
    ['none of its elements', [9], false],
    ['nothing', [], false],
  ])('says whether a check decides the control: it decides %s', (_what, decides, expected) => {
    const checks = [stored('from', { decides: [] }), stored('to', { decides, resourcesFailed: 1 })];
    expect(checkChanges(CONTROL, checks, BOTH)).toMatchObject([{ decides: expected }]);
  });

  it('omits a check with the same outcome, however many resources passed', () => {
    expect(reasonsOf({ resourcesPassed: 9, version: 'v2' })).toEqual([]);
  });

  it('gives reason configuration where the same check fails now', () => {
    expect(reasonsOf({ resourcesFailed: 1 })).toEqual([['configuration']]);
  });

  it('gives reason configuration where the check has no resource in scope any more', () => {
    expect(reasonsOf({ resourcesPassed: 0 })).toEqual([['configuration']]);
    expect(reasonsOf(null)).toEqual([['configuration']]);
  });

  it('gives reason check_version where the logic of the check changed', () => {
    expect(reasonsOf({ resourcesFailed: 1, version: 'v2' })).toEqual([['check_version']]);
  });

  it('gives reason mapping_version where the check leads to the control in one scan only', () => {
    expect(reasonsOf({ controlNos: [CONTROL.no + 1] })).toEqual([['mapping_version']]);
    expect(reasonsOf({}, { controlNos: [] })).toEqual([['mapping_version']]);
  });

  it('gives reason coverage where the passes of the check do not count now', () => {
    expect(reasonsOf({ isPartial: true })).toEqual([['coverage']]);
  });

  it('gives both reasons where logic and coverage changed', () => {
    expect(reasonsOf({ isPartial: true, version: 'v2' })).toEqual([['check_version', 'coverage']]);
  });

  it('gives reason integrations where one of the scans did not read the integration', () => {
    expect(reasonsOf(null, {}, { from: ['i'], to: ['j'] })).toEqual([['integrations']]);
  });

  it('distinguishes the checks of two integrations, and orders them by rule id', () => {
    const checks = [
      stored('from', { ruleId: 'b' }),
      stored('to', { ruleId: 'b', resourcesFailed: 2 }),
      stored('from', { integrationId: 'j' }),
      stored('to', { integrationId: 'j', resourcesFailed: 1 }),
      stored('from'),
      stored('to'),
    ];
    const read = { from: ['i', 'j'], to: ['i', 'j'] };
    expect(checkChanges(CONTROL, checks, read).map(({ integrationId, ruleId }) => [integrationId, ruleId])).toEqual([
      ['j', 'a'],
      ['i', 'b'],
    ]);
  });
});
