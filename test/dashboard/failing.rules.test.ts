import { describe, expect, it } from 'vitest';
import { failingChecksOf } from '../../src/dashboard/app/pages/controls/failing.rules.js';

const check = (ruleId: string, resourcesFailed: number, resourcesAccepted = 0) => ({
  ruleId,
  title: `${ruleId} is closed`,
  resourcesFailed,
  resourcesAccepted,
});

const vote = (checks: ReturnType<typeof check>[], more: object = {}) => ({
  integrationId: 'aws',
  result: 'fail',
  evaluatedAt: '2026-11-26T13:41:00.000Z',
  laterScanAt: null,
  scanJobId: 'newest',
  checks,
  ...more,
});

const mappings = (...votes: ReturnType<typeof vote>[]) => [{ elements: votes.map((each) => ({ votes: [each] })) }];

describe('the checks that fail a control', () => {
  it('are named once where several elements hang on one, over all integrations', () => {
    const found = failingChecksOf(
      mappings(vote([check('ssh', 2)]), vote([check('ssh', 2)]), vote([check('ssh', 1)], { integrationId: 'gcp' })),
    );
    expect(found.map(({ ruleId, failed }) => [ruleId, failed])).toEqual([['ssh', 3]]);
  });

  it('leave out what passes, what exceptions accept, and votes that do not fail', () => {
    expect(failingChecksOf(mappings(vote([check('ssh', 0), check('rdp', 1, 1)])))).toEqual([]);
    expect(failingChecksOf(mappings(vote([check('ssh', 1)], { result: 'supported' })))).toEqual([]);
  });

  it('begin with those seen last, and mark those that later scans could not look at', () => {
    const before = {
      evaluatedAt: '2026-11-11T13:43:00.000Z',
      laterScanAt: '2026-11-26T13:41:00.000Z',
      scanJobId: 'old',
    };
    const found = failingChecksOf(mappings(vote([check('mfa', 1)], before), vote([check('ssh', 1)])));
    expect(found.map(({ ruleId, isOlder, scanJobId }) => [ruleId, isOlder, scanJobId])).toEqual([
      ['ssh', false, 'newest'],
      ['mfa', true, 'old'],
    ]);
  });

  it('are not marked where one integration of several could be looked at, whichever was seen last', () => {
    const held = { evaluatedAt: '2026-11-26T14:00:00.000Z', laterScanAt: '2026-11-26T15:00:00.000Z' };
    const found = failingChecksOf(
      mappings(vote([check('mfa', 1)], held), vote([check('mfa', 1)], { integrationId: 'gcp' })),
    );
    expect(found.map(({ failed, isOlder }) => [failed, isOlder])).toEqual([[2, false]]);
  });
});
