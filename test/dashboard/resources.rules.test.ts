import { describe, expect, it } from 'vitest';
import { inOrder, severitiesOf } from '../../src/dashboard/app/pages/resources/resources.rules.js';

const nodes = (
  [
    [1, 'low'],
    [3, 'high'],
    [0, null],
    [5, 'low'],
    [2, 'critical'],
    [3, 'high'],
  ] as const
).map(([failing, worstSeverity], id) => ({ id, verdicts: { failing, worstSeverity } }));
const idsOf = (hasNextPage: boolean, after?: string) =>
  inOrder({ nodes, pageInfo: { hasNextPage } }, after).map(({ id }) => id);

describe('a page of resources', () => {
  it('has the worst first where it is the whole list, then what most fails on, and of equal ones the order of the list', () => {
    expect(idsOf(false)).toEqual([4, 1, 5, 3, 0, 2]);
  });

  it('has the order of the list where that has more pages', () => {
    expect(idsOf(true)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(idsOf(false, 'cursor')).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('what fails on a resource', () => {
  const finding = (status: string, severity: 'high' | 'low', exception: object | null = null) => ({
    status,
    severity,
    exception,
  });

  it('is counted by severity, the worst first, without what passes or is accepted', () => {
    const findings = [
      finding('fail', 'low'),
      finding('fail', 'high'),
      finding('fail', 'low'),
      finding('pass', 'high'),
      finding('fail', 'high', {}),
    ];
    expect(severitiesOf(findings, { failing: 3 })).toEqual([
      ['high', 1],
      ['low', 2],
    ]);
  });

  it('is not counted where the page has not read all of it', () => {
    expect(severitiesOf([finding('fail', 'low')], { failing: 101 })).toBeNull();
  });
});
