import { describe, expect, it } from '@jest/globals';
import type { ControlStatus } from '../../src/modules/posture/posture.js';
import { ageDaysOf, changeOf } from '../../src/modules/scores/heatmap.rules.js';
import { tinyControl } from '../scans/tiny-catalogue.js';

const controls = ['soc2 CC1.1', 'soc2 CC1.2', 'soc2 CC1.10'].map((name) => tinyControl(name));
const [first, second] = controls.map(({ no }) => no);

describe('the change of a cell', () => {
  const change = (passedControls: number, former: [number | undefined, ControlStatus][]) =>
    changeOf({ passedControls, totalControls: 3, controls }, new Map(former.map(([no, status]) => [no ?? -1, status])));

  it('is 100 × (passed − passed then) / total, one decimal', () => {
    expect(
      change(2, [
        [first, 'passed'],
        [second, 'failed'],
      ]),
    ).toBe(33.3);
    expect(
      change(0, [
        [first, 'passed'],
        [second, 'passed'],
      ]),
    ).toBe(-66.7);
    expect(change(1, [[first, 'passed']])).toBe(0);
  });

  it('is unknown where none of the controls ever had a status, whatever others had', () => {
    expect(change(0, [])).toBeNull();
    expect(change(0, [[100_000, 'passed']])).toBeNull();
  });
});

describe('the age of what decides a cell', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const age = (...moments: string[]) =>
    ageDaysOf(controls, new Map(moments.map((moment, index) => [controls[index]?.no ?? -1, new Date(moment)])), now);

  it('is that of the oldest, in whole days', () => {
    expect(age('2026-11-20T11:00:00Z', '2026-11-10T12:00:01Z')).toBe(9);
    expect(age('2026-11-20T11:00:00Z')).toBe(0);
  });

  it('is never below 0, and unknown where nothing is decided', () => {
    expect(age('2026-11-20T12:00:01Z')).toBe(0);
    expect(age()).toBeNull();
  });
});
