import { describe, expect, it } from 'vitest';
import { nextTarget, partsOf } from '../../src/dashboard/app/pages/remediation/plan-parts.rules.js';

describe('the target of a plan', () => {
  it.each([
    [0, 10],
    [4.9, 10],
    [5, 10],
    [5.1, 20],
    [49.2, 60],
    [45, 50],
    [96, 100],
    [100, 100],
  ])('is, of %s percent, the next round ten at least 5 points above: %s', (score, target) => {
    expect(nextTarget(score)).toBe(target);
  });
});

describe('the parts of a plan', () => {
  const steps = [50.8, 52, 54, 55.7];
  const parts = (target: number, failingFirst: number, isThere = false) =>
    partsOf({ steps, failingFirst }, { target, scoreAfter: (step) => step, isThere });

  it('end with the step that reaches the target, what also fails after it being another', () => {
    expect(parts(50, 4)).toEqual([
      { key: 'failing', steps: [50.8], reached: 50.8 },
      { key: 'also', steps: [52, 54, 55.7], reached: null },
    ]);
  });

  it('are what fails now and what brings most where the latter reaches it', () => {
    expect(parts(55, 2)).toEqual([
      { key: 'failing', steps: [50.8, 52], reached: null },
      { key: 'rest', steps: [54, 55.7], reached: 55.7 },
    ]);
  });

  it('are one where the plan has one kind, and have no such step where none reaches it or it was reached before', () => {
    expect(parts(60, 0)).toEqual([{ key: 'all', steps, reached: null }]);
    expect(parts(10, 4, true)).toEqual([{ key: 'failing', steps, reached: null }]);
    expect(parts(55.7, 4)).toEqual([{ key: 'failing', steps, reached: 55.7 }]);
  });
});
