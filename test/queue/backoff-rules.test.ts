import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../src/platform/queue/backoff.rules.js';

describe('the wait after a failed attempt', () => {
  it.each([
    [1, 10],
    [2, 50],
    [3, 90],
    [4, 90],
    [100, 90],
  ])('after failure %d is %d ms: the last gap repeats', (failures, ms) => {
    expect(backoffMs({ gapsMs: [10, 50, 90] }, failures)).toBe(ms);
  });

  it('is shorter or longer by no more than the jitter', () => {
    const backoff = { gapsMs: [1_000], jitter: 0.2 };
    expect(backoffMs(backoff, 1, 0)).toBe(800);
    expect(backoffMs(backoff, 1, 0.5)).toBe(1_000);
    expect(backoffMs(backoff, 1, 0.999_999)).toBe(1_200);
  });
});
