import { describe, expect, it } from 'vitest';
import { scoreOf, scoresOf } from '../../src/modules/posture/score.rules.js';
import { tinyControl } from '../scans/tiny-catalogue.js';

describe('a score', () => {
  it.each([
    [0, 0, 0],
    [0, 10, 0],
    [10, 10, 100],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 8, 12.5],
    [1, 1_000, 0.1],
    [999, 1_000, 99.9],
    [9_999, 10_000, 100],
    [611, 1_039, 58.8],
  ])('of %d passed of %d is %d: 100 × passed / total, one decimal, 0 for none', (passed, total, score) => {
    expect(scoreOf(passed, total)).toBe(score);
  });
});

describe('the scores of a scan', () => {
  const results = (statuses: Record<string, string>) =>
    Object.entries(statuses).map(([control, status]) => ({ control: tinyControl(control), status }));

  it('pool the controls of all frameworks: the overall score is not the mean of the scores', () => {
    const scores = scoresOf(
      results({
        'soc2 CC1.1': 'pass',
        'soc2 CC1.2': 'fail',
        'soc2 CC1.10': 'fail',
        'soc2 CC2.1': 'fail',
        'pci-dss 1.1': 'pass',
        'pci-dss 1.2': 'pass',
      }),
    );
    expect(scores).toEqual({
      overall: 50,
      // Tests pass by full mappings alone: both figures of a scan are equal.
      assuredOverall: 50,
      frameworks: [
        { framework: 'SOC 2', score: 25, assuredScore: 25 },
        { framework: 'PCI DSS', score: 100, assuredScore: 100 },
      ],
    });
  });

  it('count not-applicable results in the total, evaluated or not', () => {
    expect(scoresOf(results({ 'soc2 CC1.1': 'pass', 'soc2 CC1.2': 'not_applicable' })).overall).toBe(50);
  });

  it('are 0 overall and empty by framework without controls', () => {
    expect(scoresOf([])).toEqual({ overall: 0, assuredOverall: 0, frameworks: [] });
  });
});
