import { describe, expect, it } from 'vitest';
import type { ControlStatus } from '../../src/modules/posture/posture.js';
import { ageDaysOf, changeOf, oldestOf } from '../../src/modules/scores/heatmap.rules.js';
import { tinyControl } from '../scans/tiny-catalogue.js';

const controls = ['soc2 CC1.1', 'soc2 CC1.2', 'soc2 CC1.10'].map((name) => tinyControl(name));
const [first, second] = controls.map(({ no }) => no);

describe('the change of a heat-map cell', () => {
  const change = (passedControls: number, former: [number | undefined, ControlStatus][]) =>
    changeOf({ passedControls, totalControls: 3, controls }, new Map(former.map(([no, status]) => [no ?? -1, status])));

  it('is 100 × (passed − passed before) / total, with one decimal', () => {
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

  it('is null where no control of the cell ever had a status', () => {
    expect(change(0, [])).toBeNull();
    expect(change(0, [[100_000, 'passed']])).toBeNull();
  });
});

describe('the evidence age of a heat-map cell', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const age = (...moments: string[]) =>
    ageDaysOf(controls, new Map(moments.map((moment, index) => [controls[index]?.no ?? -1, new Date(moment)])), now);

  it('is the age of the oldest deciding evidence in whole days', () => {
    expect(age('2026-11-20T11:00:00Z', '2026-11-10T12:00:01Z')).toBe(9);
    expect(age('2026-11-20T11:00:00Z')).toBe(0);
  });

  it('is at least 0, and null where no control has a status', () => {
    expect(age('2026-11-20T12:00:01Z')).toBe(0);
    expect(age()).toBeNull();
  });

  it('comes with the date of that evidence, null where no control has a status', () => {
    const [first = { no: -1 }, second = { no: -1 }] = controls;
    const decided = new Map([
      [first.no, new Date('2026-11-20T11:00:00Z')],
      [second.no, new Date('2026-11-10T12:00:01Z')],
    ]);
    expect(oldestOf([first, second], decided)).toEqual(new Date('2026-11-10T12:00:01Z'));
    expect(oldestOf([first, second], new Map())).toBeNull();
  });
});
