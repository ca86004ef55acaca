import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/connectors/finding.js';
import { FindingAggregate, type ControlResult } from '../../src/modules/scans/finding-aggregate.rules.js';
import { finding, TINY, tinyControl } from './tiny-catalogue.js';

const CLOUD = 'integration-1';
const OTHER = 'integration-2';

function tallied(findings: Finding[], more: Finding[] = []): FindingAggregate {
  const tally = new FindingAggregate(TINY, TINY.controls);
  for (const each of findings) tally.add(CLOUD, each);
  for (const each of more) tally.add(OTHER, each);
  return tally;
}

function resultOf(tally: FindingAggregate, control: string): ControlResult {
  const found = tally.results().find((result) => result.control === tinyControl(control));
  if (!found) throw new Error(`no result for ${control}`);
  return found;
}

/** `framework control_id` → status of every evaluated control. */
function evaluated(tally: FindingAggregate): Record<string, string> {
  const results = tally.results().filter(({ isEvaluated }) => isEvaluated);
  return Object.fromEntries(
    results.map(({ control, status }) => [`${control.framework.slug} ${control.controlId}`, status]),
  );
}

describe('the result of a control', () => {
  it.each([
    [[finding('one', 'pass')], 'pass'],
    [[finding('one', 'fail')], 'fail'],
    [[finding('one', 'not_applicable', null)], 'not_applicable'],
    [[finding('one', 'pass', 'r1'), finding('one', 'not_applicable', null)], 'pass'],
    [[finding('one', 'fail', 'r1'), finding('one', 'not_applicable', null)], 'fail'],
    [[finding('one', 'pass', 'r1'), finding('one', 'fail', 'r2')], 'fail'],
    [[finding('one', 'fail', 'r1'), finding('one', 'pass', 'r1')], 'fail'],
    [[finding('one', 'pass'), finding('two', 'not_applicable', null)], 'pass'],
    [[finding('one', 'not_applicable', null), finding('two', 'pass')], 'pass'],
    [[finding('one', 'pass'), finding('two', 'fail')], 'fail'],
    [[finding('one', 'fail'), finding('two', 'pass')], 'fail'],
    [[finding('one', 'fail', null)], 'fail'],
    [[finding('one', 'pass', null)], 'pass'],
  ])('over %j is %s: fail beats pass beats not applicable', (findings, status) => {
    expect(resultOf(tallied(findings), 'soc2 CC1.1')).toMatchObject({ status, isEvaluated: true });
    expect(resultOf(tallied(findings.toReversed()), 'soc2 CC1.1')).toMatchObject({ status, isEvaluated: true });
  });

  it('is not applicable and not evaluated where no check ran: never a pass', () => {
    const result = resultOf(tallied([finding('one', 'pass')]), 'soc2 CC2.1');
    expect(result).toMatchObject({ status: 'not_applicable', isEvaluated: false, severity: null });
    expect(result).toMatchObject({ resourcesPassed: 0, resourcesFailed: 0, checks: [] });
  });

  it('exists exactly once for every control in scope, in the order of the scope', () => {
    const scope = [tinyControl('pci-dss 1.2'), tinyControl('soc2 CC1.1')];
    const tally = new FindingAggregate(TINY, scope);
    tally.add(CLOUD, finding('one', 'fail'));
    tally.add(CLOUD, finding('two', 'fail'));
    expect(tally.results().map(({ control }) => control)).toEqual(scope);
    expect(tallied([]).results()).toHaveLength(6);
  });

  it('has the worst severity of the failing checks, else of all that ran', () => {
    const bothFail = tallied([
      finding('three', 'fail', 'r1', { severity: 'low' }),
      finding('four', 'fail', 'r1', { severity: 'critical' }),
    ]);
    expect(resultOf(bothFail, 'pci-dss 1.2').severity).toBe('critical');
    const oneFails = tallied([
      finding('three', 'fail', 'r1', { severity: 'low' }),
      finding('four', 'pass', 'r1', { severity: 'critical' }),
    ]);
    expect(resultOf(oneFails, 'pci-dss 1.2').severity).toBe('low');
    const nonFails = tallied([
      finding('three', 'pass', 'r1', { severity: 'low' }),
      finding('four', 'pass', 'r1', { severity: 'critical' }),
    ]);
    expect(resultOf(nonFails, 'pci-dss 1.2').severity).toBe('critical');
  });

  it('lists the failing checks before the others', () => {
    const result = resultOf(tallied([finding('one', 'pass'), finding('two', 'fail')]), 'soc2 CC1.1');
    expect(result.checks.map(({ ruleId }) => ruleId)).toEqual(['prowler_two', 'prowler_one']);
  });
});

describe('the resources of a result', () => {
  const counts = (tally: FindingAggregate, control = 'soc2 CC1.1') => {
    const { resourcesPassed: passed, resourcesFailed: failed } = resultOf(tally, control);
    return { passed, failed };
  };

  it('are counted once, however many findings and checks name them', () => {
    const twice = [finding('one', 'fail', 'r1'), finding('one', 'fail', 'r1'), finding('two', 'fail', 'r1')];
    expect(counts(tallied([...twice, finding('one', 'pass', 'r2'), finding('two', 'pass', 'r2')]))).toEqual({
      passed: 1,
      failed: 1,
    });
  });

  it('count as failed only, where one check passes them and another fails them', () => {
    expect(counts(tallied([finding('one', 'pass', 'r1'), finding('two', 'fail', 'r1')]))).toEqual({
      passed: 0,
      failed: 1,
    });
  });

  it('are distinct where the account or the integration differs', () => {
    const accounts = [finding('one', 'fail', 'r1', { account: 'a' }), finding('one', 'fail', 'r1', { account: 'b' })];
    expect(counts(tallied(accounts)).failed).toBe(2);
    expect(counts(tallied([finding('one', 'fail', 'r1')], [finding('one', 'fail', 'r1')])).failed).toBe(2);
  });

  it('are distinct whatever characters their ids contain', () => {
    const alike = [finding('one', 'fail', 'b c', { account: 'a' }), finding('one', 'fail', 'c', { account: 'a b' })];
    expect(counts(tallied(alike)).failed).toBe(2);
  });

  it('are one, the integration as a whole, for a failing finding without a resource', () => {
    expect(counts(tallied([finding('one', 'fail', null), finding('two', 'fail', null)]))).toEqual({
      passed: 0,
      failed: 1,
    });
  });
});

describe('the controls that a rule decides', () => {
  it('are those of its universal controls for a known rule, whatever the report claims', () => {
    const requirements = [{ framework: 'SOC2', id: 'CC2.1' }];
    expect(evaluated(tallied([finding('three', 'fail', 'r1', { requirements })]))).toEqual({
      'soc2 CC1.10': 'fail',
      'pci-dss 1.2': 'fail',
    });
  });

  it('are those that the report names for an unknown rule, without those of other editions', () => {
    const requirements = [
      { framework: 'SOC2', id: 'cc_2_1' },
      { framework: 'PCI-4.0', id: '1.1' },
      { framework: 'PCI-3.2.1', id: '1.2' },
      { framework: 'SOC2', id: 'CC9.9' },
    ];
    expect(evaluated(tallied([finding('unknown', 'pass', 'r1', { requirements })]))).toEqual({
      'soc2 CC2.1': 'pass',
      'pci-dss 1.1': 'pass',
    });
  });

  it('are none where neither rule nor report leads to one: the finding is counted as unmapped', () => {
    const tally = tallied([finding('unknown', 'fail')]);
    expect(evaluated(tally)).toEqual({});
    expect(tally).toMatchObject({ findings: 1, unmapped: 1 });
  });

  it('are those of each finding, where findings of an unknown rule name different ones', () => {
    const [soc2, pci] = [[{ framework: 'SOC2', id: 'CC2.1' }], [{ framework: 'PCI-4.0', id: '1.1' }]];
    const tally = tallied([
      finding('unknown', 'pass', 'r1', { requirements: soc2 }),
      finding('unknown', 'fail', 'r2', { requirements: pci }),
    ]);
    expect(evaluated(tally)).toEqual({ 'soc2 CC2.1': 'pass', 'pci-dss 1.1': 'fail' });
  });

  it('fail where any finding of an unknown rule that names them fails, in either order', () => {
    const requirements = [{ framework: 'SOC2', id: 'CC2.1' }];
    const findings = [
      finding('unknown', 'pass', 'r1'),
      finding('unknown', 'pass', 'r1', { requirements }),
      finding('unknown', 'fail', 'r2', { requirements: [...requirements, { framework: 'PCI-4.0', id: '1.1' }] }),
    ];
    for (const order of [findings, findings.toReversed()]) {
      expect(evaluated(tallied(order))).toEqual({ 'soc2 CC2.1': 'fail', 'pci-dss 1.1': 'fail' });
    }
  });

  it('are only those in scope', () => {
    const tally = new FindingAggregate(TINY, [tinyControl('pci-dss 1.1')]);
    tally.add(CLOUD, finding('two', 'fail'));
    expect(evaluated(tally)).toEqual({ 'pci-dss 1.1': 'fail' });
  });
});

describe('votes and progress', () => {
  it('gives each integration its own votes, and only on controls that it evaluated', () => {
    const tally = tallied([finding('one', 'pass')], [finding('one', 'fail'), finding('three', 'not_applicable', null)]);
    const votes = (id: string) =>
      Object.fromEntries(
        tally.votes(id).map(({ control, result }) => [`${control.framework.slug} ${control.controlId}`, result]),
      );
    expect(votes(CLOUD)).toEqual({ 'soc2 CC1.1': 'pass', 'pci-dss 1.1': 'pass' });
    expect(votes(OTHER)).toEqual({
      'soc2 CC1.1': 'fail',
      'pci-dss 1.1': 'fail',
      'soc2 CC1.10': 'not_applicable',
      'pci-dss 1.2': 'not_applicable',
    });
    expect(tally.votes('integration-3')).toEqual([]);
    expect(evaluated(tally)['soc2 CC1.1']).toBe('fail');
  });

  it('counts the evaluated controls and their results so far as progress', () => {
    const tally = tallied([finding('one', 'pass'), finding('three', 'fail'), finding('unknown', 'fail')]);
    expect(tally.progress()).toEqual({ evaluated: 4, passed: 2, failed: 2 });
    expect(tallied([]).progress()).toEqual({ evaluated: 0, passed: 0, failed: 0 });
  });

  it('lists at most 25 failures of a check, and counts all', () => {
    const many = Array.from({ length: 40 }, (_, index) => finding('one', 'fail', `r${index}`));
    const [check] = tallied(many).checks;
    expect(check?.failures).toHaveLength(25);
    expect(resultOf(tallied(many), 'soc2 CC1.1').resourcesFailed).toBe(40);
  });
});
