import { describe, expect, it } from 'vitest';
import { causesOf, checkCount, severitiesOf } from '../../src/dashboard/app/pages/scans/cause.rules.js';
import { partChanges } from '../../src/dashboard/app/pages/scans/property-change.rules.js';

function check(ruleId: string, previousFailed: number | null, currentFailed: number | null, decides = true) {
  const outcome = (resourcesFailed: number | null) => (resourcesFailed === null ? null : { resourcesFailed });
  const severity = 'high' as const;
  return {
    integrationId: 'one',
    ruleId,
    severity,
    decides,
    previous: outcome(previousFailed),
    current: outcome(currentFailed),
  };
}

describe('the causes of changes', () => {
  it('of controls that fail are the checks that fail now, each once with its controls', () => {
    const ssh = check('ssh', 0, 1);
    const failing = { previousStatus: 'not_applicable', status: 'fail' };
    const cc66 = { id: 'CC6.6', ...failing, checks: [ssh, check('logs', 2, 0)] };
    const a820 = { id: 'A.8.20', ...failing, checks: [ssh] };
    expect(causesOf('fail', [cc66, a820])).toEqual([
      { key: 'ssh fail', checks: [ssh], changes: [cc66, a820], from: 'not_applicable', to: 'fail' },
    ]);
  });

  it('of controls that no longer fail are the checks that failed, apart by what the controls come to', () => {
    const tls = check('tls', 2, 0);
    const cc67 = { previousStatus: 'fail', status: 'pass', checks: [tls, check('other', null, 0)] };
    const a824 = { previousStatus: 'fail', status: 'not_applicable', checks: [tls] };
    expect(causesOf('gone', [cc67, a824])).toEqual([
      { key: 'tls pass', checks: [tls], changes: [cc67], from: 'fail', to: 'pass' },
      { key: 'tls not_applicable', checks: [tls], changes: [a824], from: 'fail', to: 'not_applicable' },
    ]);
  });

  it('are no checks that are evidence for a control and decide none of it', () => {
    const failing = { previousStatus: 'not_applicable', status: 'fail' };
    const changes = [{ ...failing, checks: [check('ssh', 0, 1), check('logs', 0, 1, false)] }];
    expect(causesOf('fail', changes).map(({ key }) => key)).toEqual(['ssh fail']);
    const unexplained = [{ ...failing, checks: [check('logs', 0, 1, false)] }];
    expect(causesOf('fail', unexplained).map(({ checks }) => checks)).toEqual([[]]);
  });

  it('come before what no check explains, and say no former status where it differs', () => {
    const ssh = check('ssh', null, 1);
    const changes = [
      { previousStatus: null, status: 'fail', checks: [] },
      { previousStatus: 'pass', status: 'fail', checks: [ssh] },
      { previousStatus: null, status: 'fail', checks: [ssh] },
    ];
    expect(causesOf<(typeof changes)[number]>('fail', changes).map(({ key, from }) => [key, from])).toEqual([
      ['ssh fail', undefined],
      [' fail', null],
    ]);
  });
});

describe('the checks behind changes', () => {
  it('are one where several integrations have it, with what each counted, and as grave as in the worst', () => {
    const there = { ...check('ssh', 0, 2), integrationId: 'two', severity: 'critical' as const };
    const changes = [
      { previousStatus: 'pass', status: 'fail', checks: [check('ssh', 0, 1), there] },
      { previousStatus: 'pass', status: 'fail', checks: [there, check('tls', 0, 1)] },
    ];
    const causes = causesOf('fail', changes);
    expect(causes.map(({ key, checks, changes: caused }) => [key, checks.length, caused.length])).toEqual([
      ['ssh fail', 2, 2],
      ['tls fail', 1, 1],
    ]);
    expect(severitiesOf(causes)).toEqual([
      { severity: 'critical', count: 1 },
      { severity: 'high', count: 1 },
    ]);
    expect(checkCount(causes)).toBe(2);
  });

  it('are counted once where their controls come to different results', () => {
    const tls = check('tls', 2, 0);
    const gone = ['pass', 'not_applicable'].map((status) => ({ previousStatus: 'fail', status, checks: [tls] }));
    const causes = causesOf('gone', gone);
    expect([causes.length, checkCount(causes)]).toEqual([2, 1]);
  });
});

describe('what differs in a property', () => {
  it('is nothing where it is the same, and both values where they are no lists or objects', () => {
    expect(partChanges([1, { a: 2 }], [1, { a: 2 }])).toEqual([]);
    expect(partChanges(true, false)).toEqual([{ path: '', before: true, after: false }]);
    expect(partChanges(null, [])).toEqual([{ path: '', before: null, after: [] }]);
  });

  it('is the keys of the elements that differ in lists of objects of one length', () => {
    const before = [
      { port: 11112, open: false },
      { port: 22, open: false, ranges: ['10.8.0.0/24'] },
    ];
    const after = [
      { port: 11112, open: false },
      { port: 22, open: true, ranges: ['10.8.0.0/24', '0.0.0.0/0'] },
    ];
    expect(partChanges(before, after)).toEqual([
      { path: '[1].open', before: false, after: true },
      { path: '[1].ranges', before: undefined, after: '0.0.0.0/0' },
    ]);
  });

  it('is what only one of two lists has, as often as it has it', () => {
    expect(partChanges({ tags: ['a', 'a', 'b'] }, { tags: ['a', 'c'] })).toEqual([
      { path: 'tags', before: 'a', after: undefined },
      { path: 'tags', before: 'b', after: undefined },
      { path: 'tags', before: undefined, after: 'c' },
    ]);
  });

  it('is both lists where only the order differs', () => {
    expect(partChanges(['a', 'b'], ['b', 'a'])).toEqual([{ path: '', before: ['a', 'b'], after: ['b', 'a'] }]);
  });
});
