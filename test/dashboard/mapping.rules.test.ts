import { describe, expect, it } from 'vitest';
import { domainFlowsOf, flowsOf } from '../../src/dashboard/app/pages/mapping/flow.rules.js';
import { impactOf } from '../../src/dashboard/app/pages/mapping/impact.rules.js';
import { coverageOf, reachesOf, reachOf } from '../../src/dashboard/app/pages/mapping/matrix.rules.js';
import {
  categoriesOf,
  countsOf,
  domainsOf,
  isIn,
  linksByRelationship,
  openAtFirst,
  rowsOf,
  type Cover,
  type CoveredControl,
  type MappedControl,
  type Relationship,
} from '../../src/dashboard/app/pages/mapping/pair.rules.js';

/** A control with mappings: `'A1': [1, 2]` asks for two elements of the universal control A1 of the domain A. */
function control(
  id: string,
  asked: Record<string, number[]>,
  { category = 'any', relationship = 'equal' }: { category?: string; relationship?: Relationship } = {},
): MappedControl {
  return {
    id,
    category,
    mappings: Object.entries(asked).map(([code, covers]) => ({
      relationship,
      covers,
      universalControl: {
        id: code.toLowerCase(),
        code,
        title: `Title of ${code}`,
        domain: { code: code.slice(0, 1), name: `Domain ${code.slice(0, 1)}` },
      },
    })),
  };
}

function covered(cover: Cover, mapped: MappedControl): CoveredControl<MappedControl> {
  return { cover, control: mapped };
}

describe('a pair of frameworks by control', () => {
  const from = [
    control('f1', { A1: [1], B1: [1] }),
    control('f2', { A1: [1, 2], B1: [2] }, { relationship: 'subset' }),
    control('f3', { C1: [1] }),
  ];
  const to = [
    covered('part', control('t1', { A1: [1, 2, 3], A2: [1] })),
    covered('full', control('t2', { A1: [1], B1: [1] })),
    covered('none', control('t3', { A2: [1, 2] })),
    // Of C1 it asks for another element than `from` does.
    covered('none', control('t4', { C1: [2] })),
  ];
  const rows = rowsOf(from, to);

  it('has a row for each covered control, with the controls that ask for an element in common, most of them first', () => {
    const shape = rows.map(({ control: { id }, cover, givers }) => [
      `${id} ${cover}`,
      givers.map((giver) => [giver.control.id, ...giver.links.map(({ universalControl: { code } }) => code)]),
    ]);
    expect(shape).toEqual([
      [
        't1 part',
        [
          ['f2', 'A1'],
          ['f1', 'A1'],
        ],
      ],
      [
        't2 full',
        [
          ['f1', 'A1', 'B1'],
          ['f2', 'A1'],
        ],
      ],
      ['t3 none', []],
      ['t4 none', []],
    ]);
  });

  it('counts an element once that several controls ask for', () => {
    expect(rows.map(({ shared, asked }) => [shared, asked])).toEqual([
      [2, 4],
      [2, 2],
      [0, 2],
      [0, 1],
    ]);
  });

  it('counts the coverage of the rows that there are', () => {
    expect(countsOf(rows)).toEqual({ full: 1, part: 1, none: 2 });
    expect(countsOf([])).toEqual({ full: 0, part: 0, none: 0 });
  });

  it('is filtered by the domains of what is asked for, whether or not it is covered', () => {
    expect(domainsOf(rows).map(({ code }) => code)).toEqual(['A', 'B', 'C']);
    expect(rows.filter((row) => isIn('A', row.control)).map((row) => row.control.id)).toEqual(['t1', 't2', 't3']);
  });

  it('names universal controls with the same relationship together', () => {
    const link = (code: string, relationship: Relationship) => ({
      relationship,
      universalControl: { id: code, code, title: code, domain: { code, name: code } },
    });
    const links = [link('A1', 'subset'), link('B1', 'equal'), link('C1', 'subset')];
    expect(linksByRelationship(links).map((each) => [each.relationship, each.linking.map(({ code }) => code)])).toEqual(
      [
        ['subset', ['A1', 'C1']],
        ['equal', ['B1']],
      ],
    );
  });
});

describe('the categories of a pair', () => {
  const row = (category: string) => ({ control: { category } });

  it('come in the order of their first controls, with all of them', () => {
    const rows = [row('B'), row('A'), row('B')];
    expect(categoriesOf(rows)).toEqual([
      { category: 'B', rows: [rows[0], rows[2]] },
      { category: 'A', rows: [rows[1]] },
    ]);
  });

  it('are unfolded as long as not too many controls show, the first always', () => {
    const categories = categoriesOf(['A', 'A', 'A', 'B', 'B', 'C'].map(row));
    expect(openAtFirst(categories, 6)).toEqual(['A', 'B', 'C']);
    expect(openAtFirst(categories, 5)).toEqual(['A', 'B']);
    expect(openAtFirst(categories, 2)).toEqual(['A']);
    expect(openAtFirst([])).toEqual([]);
  });
});

describe('the flow between two frameworks', () => {
  const from = [
    control('f1', { A1: [1] }, { category: 'People' }),
    control('f2', { A1: [1], B1: [1] }, { category: 'Systems' }),
  ];
  const rows = rowsOf(from, [
    // Three ways: A1 from f1, A1 from f2, B1 from f2.
    covered('full', control('t1', { A1: [1], B1: [1] }, { category: 'Rules' })),
    covered('part', control('t2', { B1: [1, 2] }, { category: 'Rules' })),
    covered('none', control('t3', { C1: [1] }, { category: 'Rooms' })),
    // Shares a universal control, and none of its elements.
    covered('none', control('t4', { A1: [2] }, { category: 'Rooms' })),
  ]);

  it('divides each covered control equally among its connections', () => {
    const shares = flowsOf(rows).map((flow) => [flow.fromCategory, flow.domain.code, flow.toCategory, flow.controls]);
    expect(shares).toEqual([
      ['Systems', 'B', 'Rules', 1 / 3 + 1],
      ['Systems', 'A', 'Rules', 1 / 3],
      ['People', 'A', 'Rules', 1 / 3],
    ]);
  });

  it('sums up to the covered controls, by domain', () => {
    const [first, second, ...others] = domainFlowsOf(flowsOf(rows));
    expect(others).toEqual([]);
    expect(first?.domain.code).toBe('B');
    expect(first?.to).toEqual([{ category: 'Rules', controls: 1 / 3 + 1 }]);
    expect(second?.from.map(({ category }) => category)).toEqual(['Systems', 'People']);
    expect((first?.controls ?? 0) + (second?.controls ?? 0)).toBeCloseTo(2);
  });
});

describe('the coverage by a framework', () => {
  it('counts controls that are covered in full and in part', () => {
    const cells = [{ fullControls: 1, partControls: 2, totalControls: 9 }];
    expect(coverageOf(cells)).toEqual({ full: 1, part: 2, covered: 3, total: 9, fullPercent: 11.1, percent: 33.3 });
    expect(coverageOf([])).toEqual({ full: 0, part: 0, covered: 0, total: 0, fullPercent: 0, percent: 0 });
  });

  const cell = (from: string, to: string, covered: number, totalControls: number) => ({
    ...{ from, to, totalControls },
    fullControls: 1,
    partControls: covered - 1,
  });
  const cells = [cell('A', 'A', 4, 4), cell('A', 'B', 3, 9), cell('A', 'C', 7, 21), cell('B', 'A', 2, 4)];

  it('sums over all other frameworks', () => {
    // 3 of 9 and 7 of 21 are 10 of 30, of each one in full.
    expect(reachOf(cells, 'A')).toEqual({
      from: 'A',
      full: 2,
      part: 8,
      covered: 10,
      total: 30,
      fullPercent: 6.7,
      percent: 33.3,
    });
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
