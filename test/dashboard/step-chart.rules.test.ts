import { describe, expect, it } from 'vitest';
import { countScale, momentsOf } from '../../src/dashboard/app/parts/step-chart.rules.js';

describe('the axes of a chart over time', () => {
  it('have moments from the first to the last', () => {
    expect(momentsOf([0, 30], 4)).toEqual([0, 10, 20, 30]);
  });

  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [26, [0, 10, 20, 30]],
    [40, [0, 10, 20, 30, 40]],
    [1039, [0, 500, 1000, 1500]],
    [9001, [0, 2251, 4502, 6753, 9004]],
  ])('have whole numbers from 0 to at least %d', (most, ticks) => {
    expect(countScale(most)).toEqual({ low: 0, high: ticks.at(-1), ticks });
  });
});
