import { describe, expect, it } from 'vitest';
import { domainFlowsOf, flowsOf } from '../../src/dashboard/app/pages/mapping/flow.rules.js';
import { impactOf } from '../../src/dashboard/app/pages/mapping/impact.rules.js';
import { coverageOf, reachesOf, reachOf } from '../../src/dashboard/app/pages/mapping/matrix.rules.js';
import {
  groupsOf,
  type Cover,
  type CoveredControl,
  type MappedControl,
} from '../../src/dashboard/app/pages/mapping/pair.rules.js';

type Relationship = MappedControl['mappings'][number]['relationship'];

/** A control with mappings: `A1: 'equal'` is a mapping to the universal control A1 of the domain A. */
function control(id: string, lines: Record<string, Relationship>, category = 'any'): MappedControl {
  return {
    id,
    category,
    mappings: Object.entries(lines).map(([code, relationship]) => ({
      relationship,
      universalControl: {
        id: code.toLowerCase(),
        code,
        title: `Title of ${code}`,
        domain: { code: code.slice(0, 1), name: `Domain ${code.slice(0, 1)}` },
      },
    })),
  };
}

/** A control that is covered over universal controls. */
function covered(cover: Cover, over: string[], mapped: MappedControl): CoveredControl<MappedControl> {
  return { cover, control: mapped, universalControls: over.map((code) => ({ id: code.toLowerCase() })) };
}

describe('a pair of frameworks by universal control', () => {
  const from = [control('f1', { B1: 'equal', A1: 'subset' }), control('f2', { A1: 'intersects' })];
  const to = [
    covered('part', ['A1'], control('t1', { A1: 'equal', A2: 'equal' })),
    covered('full', ['A1', 'B1'], control('t2', { A1: 'intersects', B1: 'equal' })),
    covered('none', [], control('t3', { A2: 'equal', A3: 'subset' })),
    // Of B1 it asks for another element than `from` does.
    covered('none', [], control('t4', { B1: 'subset' })),
    covered('part', ['A1'], control('t5', { A1: 'subset', B1: 'subset' })),
  ];
  const shape = (cover?: Cover) =>
    groupsOf(from, to, cover).map((group) => [
      group.universalControl.code,
      group.from.map(({ control: { id }, relationship }) => `${id} ${relationship}`),
      group.to.map(({ control: { id }, relationship, cover: own }) => `${id} ${relationship} ${own}`),
    ]);

  it('has covered controls where they are covered, and gaps at every universal control that they are mapped to', () => {
    expect(shape()).toEqual([
      ['A1', ['f1 subset', 'f2 intersects'], ['t1 equal part', 't2 intersects full', 't5 subset part']],
      ['A2', [], ['t3 equal none']],
      ['A3', [], ['t3 subset none']],
      ['B1', ['f1 equal'], ['t2 equal full', 't4 subset none']],
    ]);
  });

  it('is filtered by coverage', () => {
    expect(shape('part')).toEqual([['A1', ['f1 subset', 'f2 intersects'], ['t1 equal part', 't5 subset part']]]);
    expect(shape('none').map(([code]) => code)).toEqual(['A2', 'A3', 'B1']);
  });
});

describe('the flow between two frameworks', () => {
  const from = [control('f1', { A1: 'equal' }, 'People'), control('f2', { A1: 'subset', B1: 'equal' }, 'Systems')];
  const to = [
    // Three ways: A1 from f1, A1 from f2, B1 from f2.
    covered('full', ['A1', 'B1'], control('t1', { A1: 'equal', B1: 'subset' }, 'Rules')),
    covered('part', ['B1'], control('t2', { B1: 'equal' }, 'Rules')),
    covered('none', [], control('t3', { C1: 'equal' }, 'Rooms')),
    // Shares a universal control, and none of its elements.
    covered('none', [], control('t4', { A1: 'subset' }, 'Rooms')),
  ];

  it('divides each covered control equally among its connections', () => {
    const shares = flowsOf(from, to).map((flow) => [
      flow.fromCategory,
      flow.domain.code,
      flow.toCategory,
      flow.controls,
    ]);
    expect(shares).toEqual([
      ['Systems', 'B', 'Rules', 1 / 3 + 1],
      ['People', 'A', 'Rules', 1 / 3],
      ['Systems', 'A', 'Rules', 1 / 3],
    ]);
  });

  it('sums up to the covered controls, by domain', () => {
    const [first, second, ...others] = domainFlowsOf(flowsOf(from, to));
    expect(others).toEqual([]);
    expect(first?.domain.code).toBe('B');
    expect(first?.to).toEqual([{ category: 'Rules', controls: 1 / 3 + 1 }]);
    expect(second?.from.map(({ category }) => category)).toEqual(['People', 'Systems']);
    expect((first?.controls ?? 0) + (second?.controls ?? 0)).toBeCloseTo(2);
  });
});

describe('the coverage by a framework', () => {
  it('counts controls that are covered in full and in part', () => {
    const cells = [{ fullControls: 1, partControls: 2, totalControls: 9 }];
    expect(coverageOf(cells)).toEqual({ covered: 3, total: 9, percent: 33.3 });
    expect(coverageOf([])).toEqual({ covered: 0, total: 0, percent: 0 });
  });

  const cell = (from: string, to: string, covered: number, totalControls: number) => ({
    ...{ from, to, totalControls },
    fullControls: 1,
    partControls: covered - 1,
  });
  const cells = [cell('A', 'A', 4, 4), cell('A', 'B', 3, 9), cell('A', 'C', 7, 21), cell('B', 'A', 2, 4)];

  it('sums over all other frameworks', () => {
    // 3 of 9 and 7 of 21 are 10 of 30.
    expect(reachOf(cells, 'A')).toEqual({ from: 'A', covered: 10, total: 30, percent: 33.3 });
    expect(reachOf([cell('A', 'A', 4, 4)], 'A').percent).toBe(0);
  });

  it('is ordered from the highest', () => {
    expect(reachesOf(cells).map(({ from, percent }) => [from, percent])).toEqual([
      ['B', 50],
      ['A', 33.3],
    ]);
  });
});

describe('the impact of an assessment', () => {
  const full = { level: 'full', shown: 1, needed: 1 };
  const part = (shown: number) => ({ level: 'partial', shown, needed: 3 });
  function reach(previousStatus: string, newStatus: string, framework: string, more: object = {}) {
    const control = { framework: { name: framework } };
    return { previousStatus, newStatus, newAssurance: null, isHeldByFindings: false, control, ...more };
  }

  it('separates changed from unchanged controls, and counts frameworks', () => {
    const reached = [
      reach('failed', 'passed', 'A', { newAssurance: full }),
      reach('not_assessed', 'passed', 'A', { newAssurance: part(1) }),
      reach('failed', 'failed', 'B'),
      reach('passed', 'failed', 'C'),
    ];
    const { changed, unchanged, frameworks, passing } = impactOf(reached);
    expect(changed).toEqual([reached[0], reached[1], reached[3]]);
    expect(unchanged).toEqual([reached[2]]);
    expect(frameworks).toBe(2);
    expect(passing).toEqual({ full: 1, partial: 1 });
  });

  it('lists controls held by findings apart from unchanged ones', () => {
    const reached = [reach('failed', 'failed', 'A', { isHeldByFindings: true }), reach('failed', 'failed', 'A')];
    expect(impactOf(reached)).toMatchObject({ changed: [], held: [reached[0]], unchanged: [reached[1]] });
  });

  it('lists passed controls of which another part is shown apart from unchanged ones', () => {
    const before = (assurance: object | null) => ({ control: { framework: { name: 'A' }, assurance } });
    const reached = [
      reach('passed', 'passed', 'A', { newAssurance: part(2), ...before(part(1)) }),
      reach('passed', 'passed', 'A', { newAssurance: full, ...before(part(2)) }),
      reach('passed', 'passed', 'A', { newAssurance: part(1), ...before(part(1)) }),
      reach('passed', 'passed', 'A', { newAssurance: part(1) }),
    ];
    expect(impactOf(reached)).toMatchObject({
      changed: [],
      reassured: [reached[0], reached[1]],
      unchanged: [reached[2], reached[3]],
    });
  });
});
