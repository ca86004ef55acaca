import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/connectors/finding.js';
import { FindingAggregate, type ControlResult } from '../../src/modules/scans/finding-aggregate.rules.js';
import { elementCode } from '../../src/modules/catalogue/tested-elements.rules.js';
import { controlResult, type ElementVote } from '../../src/modules/scans/element-result.rules.js';
import { finding, TINY, tinyControl } from './tiny-catalogue.js';

const CLOUD = 'integration-1';
const OTHER = 'integration-2';

function aggregated(findings: Finding[], more: Finding[] = []): FindingAggregate {
  const aggregate = new FindingAggregate(TINY, TINY.controls);
  for (const each of findings) aggregate.add(CLOUD, each);
  for (const each of more) aggregate.add(OTHER, each);
  return aggregate;
}

function resultOf(aggregate: FindingAggregate, control: string): ControlResult {
  const found = aggregate.results().find((result) => result.control === tinyControl(control));
  if (!found) throw new Error(`no result for ${control}`);
  return found;
}

/** `framework control_id` → status of every evaluated control. */
function evaluated(aggregate: FindingAggregate): Record<string, string> {
  const results = aggregate.results().filter(({ isEvaluated }) => isEvaluated);
  return Object.fromEntries(
    results.map(({ control, status }) => [`${control.framework.slug} ${control.controlId}`, status]),
  );
}

const codeOf = ({ universalControl, element }: ElementVote) => elementCode(universalControl, element);

/** Check `two` passes, so that `one` alone decides the rest. */
const TWO_PASSES = finding('two', 'pass', 'r9');

describe('the result of a control', () => {
  it.each([
    [[finding('one', 'pass')], 'pass'],
    [[finding('one', 'fail')], 'fail'],
    [[finding('one', 'not_applicable', null)], 'pass'],
    [[finding('one', 'pass', 'r1'), finding('one', 'not_applicable', null)], 'pass'],
    [[finding('one', 'fail', 'r1'), finding('one', 'not_applicable', null)], 'fail'],
    [[finding('one', 'pass', 'r1'), finding('one', 'fail', 'r2')], 'fail'],
    [[finding('one', 'fail', 'r1'), finding('one', 'pass', 'r1')], 'fail'],
    [[finding('one', 'pass'), finding('two', 'fail')], 'fail'],
    [[finding('one', 'fail', null)], 'fail'],
    [[finding('one', 'pass', null)], 'pass'],
  ])('over a passing check and %j is %s', (findings, status) => {
    const all = [TWO_PASSES, ...findings];
    expect(resultOf(aggregated(all), 'soc2 CC1.1')).toMatchObject({ status, isEvaluated: true });
    expect(resultOf(aggregated(all.toReversed()), 'soc2 CC1.1')).toMatchObject({ status, isEvaluated: true });
  });

  it.each([
    ['where one of its checks did not run', [finding('one', 'pass')]],
    ['where no resource is in scope', [finding('one', 'not_applicable', null), finding('two', 'not_applicable', null)]],
    ['where nothing ran', []],
  ])('is not evaluated %s', (_where, findings) => {
    const result = resultOf(aggregated(findings), 'soc2 CC1.1');
    expect(result).toMatchObject({ status: 'not_applicable', isEvaluated: false, severity: null });
  });

  it.each(['pass', 'fail'] as const)(
    'is not evaluated by a supporting check that says %s, which is evidence',
    (status) => {
      const result = resultOf(aggregated([finding('five', status)]), 'soc2 CC2.1');
      expect(result).toMatchObject({
        status: 'not_applicable',
        isEvaluated: false,
        resourcesPassed: 0,
        resourcesFailed: 0,
      });
      expect(result.checks.map(({ ruleId }) => ruleId)).toEqual(['prowler_five']);
    },
  );

  it('is not evaluated where a check could not look, and says which and why', () => {
    const aggregate = aggregated([finding('one', 'pass'), TWO_PASSES]);
    aggregate.withhold(CLOUD, 'aws.test.two', 'iam:ListUsers was refused');
    expect(resultOf(aggregate, 'soc2 CC1.1')).toMatchObject({
      isEvaluated: false,
      withheld: [{ checkId: 'aws.test.two', reason: 'iam:ListUsers was refused' }],
    });
  });

  it('fails by a check that could not look everywhere and found a failing resource', () => {
    const aggregate = aggregated([finding('one', 'pass'), finding('two', 'fail')]);
    aggregate.withhold(CLOUD, 'aws.test.two', 'iam:ListUsers was refused');
    expect(resultOf(aggregate, 'soc2 CC1.1').status).toBe('fail');
  });

  it('exists exactly once for every control in scope, in the order of the scope', () => {
    const scope = [tinyControl('pci-dss 1.2'), tinyControl('soc2 CC1.1')];
    const aggregate = new FindingAggregate(TINY, scope);
    aggregate.add(CLOUD, finding('one', 'fail'));
    aggregate.add(CLOUD, finding('two', 'fail'));
    expect(aggregate.results().map(({ control }) => control)).toEqual(scope);
    expect(aggregated([]).results()).toHaveLength(6);
  });

  it('has the worst severity of the failing checks, else of all that decide it', () => {
    const severityOf = (three: 'pass' | 'fail', four: 'pass' | 'fail') =>
      resultOf(
        aggregated([
          finding('three', three, 'r1', { severity: 'low' }),
          finding('four', four, 'r1', { severity: 'critical' }),
        ]),
        'pci-dss 1.2',
      ).severity;
    expect(severityOf('fail', 'fail')).toBe('critical');
    expect(severityOf('fail', 'pass')).toBe('low');
    expect(severityOf('pass', 'pass')).toBe('critical');
  });

  it('lists the failing checks before the others', () => {
    const result = resultOf(aggregated([finding('one', 'pass'), finding('two', 'fail')]), 'soc2 CC1.1');
    expect(result.checks.map(({ ruleId }) => ruleId)).toEqual(['prowler_two', 'prowler_one']);
  });
});

describe('the resources of a result', () => {
  const counts = (aggregate: FindingAggregate, control = 'soc2 CC1.1') => {
    const { resourcesPassed: passed, resourcesFailed: failed } = resultOf(aggregate, control);
    return { passed, failed };
  };

  it('are counted once, however many findings and checks name them', () => {
    const twice = [finding('one', 'fail', 'r1'), finding('one', 'fail', 'r1'), finding('two', 'fail', 'r1')];
    expect(counts(aggregated([...twice, finding('one', 'pass', 'r2'), finding('two', 'pass', 'r2')]))).toEqual({
      passed: 1,
      failed: 1,
    });
  });

  it('count as failed only, where one check passes them and another fails them', () => {
    expect(counts(aggregated([finding('one', 'pass', 'r1'), finding('two', 'fail', 'r1')]))).toEqual({
      passed: 0,
      failed: 1,
    });
  });

  it('are distinct where the account or the integration differs', () => {
    const accounts = [finding('one', 'fail', 'r1', { account: 'a' }), finding('one', 'fail', 'r1', { account: 'b' })];
    expect(counts(aggregated(accounts)).failed).toBe(2);
    expect(counts(aggregated([finding('one', 'fail', 'r1')], [finding('one', 'fail', 'r1')])).failed).toBe(2);
  });

  it('are distinct whatever characters their ids contain', () => {
    const alike = [finding('one', 'fail', 'b c', { account: 'a' }), finding('one', 'fail', 'c', { account: 'a b' })];
    expect(counts(aggregated(alike)).failed).toBe(2);
  });

  it('are one, the integration as a whole, for a failing finding without a resource', () => {
    expect(counts(aggregated([finding('one', 'fail', null), finding('two', 'fail', null)]))).toEqual({
      passed: 0,
      failed: 1,
    });
  });
});

describe('the controls that a rule leads to', () => {
  const reached = (aggregate: FindingAggregate) =>
    aggregate.checks.map(({ controls }) =>
      controls.map(({ framework: { slug }, controlId }) => `${slug} ${controlId}`),
    );

  it('are those of its universal controls for a known rule, whatever the report claims', () => {
    const requirements = [{ framework: 'SOC2', id: 'CC2.1' }];
    const aggregate = aggregated([finding('three', 'fail', 'r1', { requirements })]);
    expect(reached(aggregate)).toEqual([['soc2 CC1.10', 'pci-dss 1.2']]);
    expect(evaluated(aggregate)).toEqual({ 'soc2 CC1.10': 'fail', 'pci-dss 1.2': 'fail' });
  });

  it.each(['pass', 'fail'] as const)(
    'are those that the report names for an unknown rule, without those of other editions, and it decides none by %s',
    (status) => {
      const requirements = [
        { framework: 'SOC2', id: 'cc_2_1' },
        { framework: 'PCI-4.0', id: '1.1' },
        { framework: 'PCI-3.2.1', id: '1.2' },
        { framework: 'SOC2', id: 'CC9.9' },
      ];
      const aggregate = aggregated([finding('unknown', status, 'r1', { requirements })]);
      expect(reached(aggregate)).toEqual([['soc2 CC2.1', 'pci-dss 1.1']]);
      expect(evaluated(aggregate)).toEqual({});
    },
  );

  it('are none where neither rule nor report leads to one: the finding is counted as unmapped', () => {
    const aggregate = aggregated([finding('unknown', 'fail')]);
    expect(reached(aggregate)).toEqual([[]]);
    expect(aggregate).toMatchObject({ findings: 1, unmapped: 1 });
  });

  it('are those of each finding, where findings of an unknown rule name different ones', () => {
    const [soc2, pci] = [[{ framework: 'SOC2', id: 'CC2.1' }], [{ framework: 'PCI-4.0', id: '1.1' }]];
    const aggregate = aggregated([
      finding('unknown', 'pass', 'r1', { requirements: soc2 }),
      finding('unknown', 'fail', 'r2', { requirements: pci }),
    ]);
    expect(reached(aggregate)).toEqual([['soc2 CC2.1'], ['pci-dss 1.1']]);
  });

  it('are only those in scope', () => {
    const aggregate = new FindingAggregate(TINY, [tinyControl('pci-dss 1.1')]);
    aggregate.add(CLOUD, finding('two', 'fail'));
    expect(evaluated(aggregate)).toEqual({ 'pci-dss 1.1': 'fail' });
  });
});

describe('votes and progress', () => {
  const votesOf = (aggregate: FindingAggregate, id: string) =>
    Object.fromEntries(
      aggregate
        .votes(id)
        .map(({ universalControl, element, result }) => [`${universalControl.code} ${element}`, result]),
    );

  it('gives each integration its own votes, and none where what ran shows only a part', () => {
    const aggregate = aggregated(
      [finding('one', 'pass'), finding('two', 'pass')],
      [finding('one', 'fail'), finding('three', 'pass')],
    );
    expect(votesOf(aggregate, CLOUD)).toEqual({ 'UCF-T-1 1': 'pass', 'UCF-T-2 1': 'pass' });
    expect(votesOf(aggregate, OTHER)).toEqual({ 'UCF-T-1 1': 'fail', 'UCF-T-3 1': 'incomplete' });
    expect(votesOf(aggregate, 'integration-3')).toEqual({});
    expect(evaluated(aggregate)).toEqual({ 'soc2 CC1.1': 'fail', 'pci-dss 1.1': 'fail', 'soc2 CC1.2': 'pass' });
  });

  it('holds an element of which a check could not look, even where nothing else ran', () => {
    const aggregate = aggregated([]);
    aggregate.withhold(CLOUD, 'aws.test.two', 'refused');
    expect(votesOf(aggregate, CLOUD)).toEqual({ 'UCF-T-1 1': 'held', 'UCF-T-2 1': 'held' });
  });

  it('is supported where its provider has checks of the universal control that decide none of its elements, refused ones too', () => {
    const seen = aggregated([finding('two', 'pass'), finding('one', 'pass')], [finding('forge', 'pass')]);
    expect(votesOf(seen, OTHER)).toEqual({ 'UCF-T-2 1': 'supported' });
    expect(evaluated(seen)).toEqual({ 'soc2 CC1.1': 'pass', 'pci-dss 1.1': 'pass' });

    const refused = aggregated([finding('two', 'pass'), finding('one', 'pass')]);
    refused.withhold(OTHER, 'github.test.forge', 'refused');
    expect(votesOf(refused, OTHER)).toEqual({ 'UCF-T-2 1': 'supported' });
    expect(evaluated(refused)).toEqual({ 'soc2 CC1.1': 'pass', 'pci-dss 1.1': 'pass' });

    const failing = aggregated([finding('two', 'fail')], [finding('forge', 'pass')]);
    expect(evaluated(failing)).toEqual({ 'soc2 CC1.1': 'fail', 'pci-dss 1.1': 'fail', 'soc2 CC1.2': 'fail' });
  });

  it('is the worst of what several providers say in one integration', () => {
    const both = aggregated([finding('two', 'pass'), finding('one', 'pass'), finding('forge', 'pass')]);
    expect(votesOf(both, CLOUD)).toEqual({ 'UCF-T-1 1': 'pass', 'UCF-T-2 1': 'supported' });
    const failing = aggregated([finding('forge', 'pass'), finding('two', 'fail')]);
    expect(votesOf(failing, CLOUD)).toMatchObject({ 'UCF-T-2 1': 'fail' });
  });

  it('passes no control whose method is manual, and fails one', () => {
    const control = tinyControl('soc2 CC1.2');
    const voted = (status: 'pass' | 'fail') =>
      new Map(
        aggregated([finding('two', status)])
          .votes(CLOUD)
          .map((vote) => [codeOf(vote), vote]),
      );
    expect(controlResult(control, voted('pass'))).toBe('pass');
    expect(controlResult({ ...control, method: 'manual' }, voted('pass'))).toBe('not_applicable');
    expect(controlResult({ ...control, method: 'manual' }, voted('fail'))).toBe('fail');
  });

  it('is held by a known rule of a report that gives no verdict, whatever passes beside it, with a reason', () => {
    const aggregate = aggregated([
      finding('one', 'pass'),
      finding('two', 'pass', 'r1'),
      finding('two', 'unknown', 'r2'),
    ]);
    expect(votesOf(aggregate, CLOUD)).toMatchObject({ 'UCF-T-2 1': 'held' });
    const [held] = aggregate.results().filter(({ withheld }) => withheld.length > 0);
    expect(held?.withheld.map(({ checkId }) => checkId)).toEqual(['aws.test.two']);
    expect(held?.withheld[0]?.reason).toMatch(/^The report gives no verdict on .+\.$/);
    expect(held?.status).not.toBe('pass');
  });

  it('is failed by a failing resource, whatever a report leaves open beside it', () => {
    const aggregate = aggregated([finding('two', 'fail', 'r1'), finding('two', 'unknown', 'r2')]);
    expect(votesOf(aggregate, CLOUD)).toMatchObject({ 'UCF-T-2 1': 'fail' });
  });

  it('counts the controls that checks looked at and their results so far as progress', () => {
    const aggregate = aggregated([finding('two', 'pass'), finding('three', 'fail'), finding('unknown', 'fail')]);
    expect(aggregate.progress()).toEqual({ evaluated: 5, passed: 1, failed: 2 });
    expect(aggregated([]).progress()).toEqual({ evaluated: 0, passed: 0, failed: 0 });
  });

  it('lists at most 25 failures of a check, and counts all', () => {
    const many = Array.from({ length: 40 }, (_, index) => finding('one', 'fail', `r${index}`));
    const [check] = aggregated(many).checks;
    expect(check?.failures).toHaveLength(25);
    expect(resultOf(aggregated(many), 'soc2 CC1.1').resourcesFailed).toBe(40);
  });
});
