import { describe, expect, it } from 'vitest';
import {
  assuredScoreOf,
  atLevel,
  byCategory,
  chosenOf,
  levelsOf,
  scoreOf,
  sortedBy,
  countStatuses,
  worstFirst,
  type ControlRow,
} from '../../src/dashboard/app/pages/controls/controls.rules.js';

function control(controlId: string, more: Partial<ControlRow> = {}): ControlRow {
  return {
    id: `id of ${controlId}`,
    controlId,
    title: `Title of ${controlId}`,
    category: 'Access',
    status: 'passed',
    assurance: { level: 'full', shown: 1, needed: 1 },
    disputed: false,
    maturityLevel: null,
    decidedBy: null,
    uploadedArtifacts: 0,
    assignees: [],
    ...more,
  };
}

const codesOf = (controls: readonly ControlRow[]) => controls.map(({ controlId }) => controlId);

describe('a list of controls', () => {
  it('has a score of 100 × passed / total with one decimal, and none where nothing is assessed', () => {
    expect(scoreOf({ passed: 1, total: 3, not_assessed: 2 })).toBe(33.3);
    expect(scoreOf({ passed: 2, total: 3, not_assessed: 0 })).toBe(66.7);
    expect(scoreOf({ passed: 0, total: 3, not_assessed: 2 })).toBe(0);
    expect(scoreOf({ passed: 0, total: 3, not_assessed: 3 })).toBeNull();
    expect(scoreOf({ passed: 0, total: 0, not_assessed: 0 })).toBeNull();
  });

  it('counts not assessed controls in the total, and not applicable ones beside it', () => {
    const counts = countStatuses([
      control('1'),
      control('2', { status: 'not_applicable', assurance: null }),
      control('3', { status: 'not_assessed', assurance: null }),
      control('4', { status: 'failed', assurance: null }),
    ]);
    expect(counts).toEqual({ total: 3, passed: 1, assured: 1, failed: 1, not_assessed: 1, not_applicable: 1 });
    expect(scoreOf(counts)).toBe(33.3);
  });

  it('counts a control passed in part in its score, and not in its assured score', () => {
    const part = { level: 'partial', shown: 3, needed: 18 } as const;
    const failed = control('4', { status: 'failed', assurance: null });
    const controls = [control('1'), control('2', { assurance: part }), control('3', { assurance: part }), failed];
    const counts = countStatuses(controls);
    expect([scoreOf(counts), assuredScoreOf(counts)]).toEqual([75, 25]);
    expect(codesOf(chosenOf(controls, { status: 'passed', assurance: 'full' }))).toEqual(['1']);
    expect(codesOf(chosenOf(controls, { status: 'passed', assurance: 'partial' }))).toEqual(['2', '3']);
    expect(codesOf(chosenOf(controls, { status: 'passed' }))).toEqual(['1', '2', '3']);
  });

  it('keeps the disputed controls, whatever their status', () => {
    const controls = [
      control('1', { disputed: true }),
      control('2'),
      control('3', { status: 'failed', disputed: true }),
    ];
    expect(codesOf(chosenOf(controls, { disputed: true }))).toEqual(['1', '3']);
  });

  it('names the categories with most failing controls first, the others in the order of the framework', () => {
    const failed = { status: 'failed', assurance: null } as const;
    const controls = [
      control('1', { category: 'Access' }),
      control('2', { category: 'Change', ...failed }),
      control('3', { category: 'Risk' }),
      control('4', { category: 'Vendors', ...failed }),
      control('5', { category: 'Vendors', ...failed }),
    ];
    const names = worstFirst(byCategory(controls)).map(({ category }) => category);
    expect(names).toEqual(['Vendors', 'Change', 'Access', 'Risk']);
  });

  it('sorts by when a control was decided, what was uploaded for it, and who works on it', () => {
    const controls = [
      control('1', { decidedBy: { at: '2026-11-20T00:00:00.000Z' }, uploadedArtifacts: 2 }),
      control('2', { assignees: [{ name: 'Bea' }] }),
      control('3', { decidedBy: { at: '2026-11-02T00:00:00.000Z' }, assignees: [{ name: 'Ann' }] }),
    ];
    expect(codesOf(sortedBy(controls, 'decided'))).toEqual(['2', '3', '1']);
    expect(codesOf(sortedBy(controls, '-evidence'))).toEqual(['1', '2', '3']);
    expect(codesOf(sortedBy(controls, 'owner'))).toEqual(['1', '3', '2']);
  });

  it('sorts passed controls by how much of them is shown', () => {
    const shown = (of: number) => ({ assurance: { level: 'partial', shown: of, needed: 3 } }) as const;
    const controls = [control('1'), control('2', shown(3)), control('3', shown(0))];
    expect(codesOf(sortedBy(controls, 'status'))).toEqual(['3', '2', '1']);
  });

  it('includes at a level the requirements of that level and those below', () => {
    const controls = [1, 2, 2, 3].map((maturityLevel, index) => control(String(index), { maturityLevel }));
    expect(levelsOf(controls)).toEqual([
      { level: 1, total: 1 },
      { level: 2, total: 3 },
      { level: 3, total: 4 },
    ]);
    expect(codesOf(atLevel(controls, 2))).toEqual(['0', '1', '2']);
    expect(codesOf(atLevel(controls, undefined))).toEqual(['0', '1', '2', '3']);
  });

  it('ignores a level where its framework has none', () => {
    expect(levelsOf([control('1')])).toEqual([]);
    expect(codesOf(atLevel([control('1')], 1))).toEqual(['1']);
  });

  it('is sorted by codes in natural order, ascending and descending', () => {
    const controls = [control('CC1.10'), control('CC1.2'), control('CC2.1')];
    expect(codesOf(sortedBy(controls, 'control_id'))).toEqual(['CC1.2', 'CC1.10', 'CC2.1']);
    expect(codesOf(sortedBy(controls, '-control_id'))).toEqual(['CC2.1', 'CC1.10', 'CC1.2']);
  });

  it('retains its order where keys are equal or missing', () => {
    const controls = [control('b'), control('a', { status: 'failed' }), control('c')];
    expect(codesOf(sortedBy(controls, 'status'))).toEqual(['a', 'b', 'c']);
    expect(codesOf(sortedBy(controls, '-status'))).toEqual(['b', 'c', 'a']);
    expect(codesOf(sortedBy(controls, 'colour'))).toEqual(['b', 'a', 'c']);
  });

  it('is filtered by status, category and search text together', () => {
    const controls = [
      control('1', { status: 'failed' }),
      control('2', { status: 'failed', category: 'Audit' }),
      control('3', { status: 'failed' }),
      control('4'),
    ];
    const found = new Set(['id of 1', 'id of 2', 'id of 4']);
    expect(codesOf(chosenOf(controls, { status: 'failed', category: 'access', found }))).toEqual(['1']);
    expect(codesOf(chosenOf(controls, {}))).toEqual(['1', '2', '3', '4']);
    expect(chosenOf(controls, { found: new Set() })).toEqual([]);
  });

  it('is counted by category, in the order of the first control of each', () => {
    const controls = [
      control('1', { category: 'B' }),
      control('2', { category: 'A' }),
      control('3', { category: 'B' }),
    ];
    expect(byCategory(controls).map(({ category, counts }) => [category, counts.total])).toEqual([
      ['B', 2],
      ['A', 1],
    ]);
  });
});
