import { describe, expect, it } from 'vitest';
import { extremesOf, minutesUntil, pathOf } from '../../src/dashboard/app/pages/reports/reports.rules.js';

describe('the remaining time of a link', () => {
  const now = Date.parse('2026-11-22T10:00:00Z');

  it('rounds up to a minute', () => {
    expect(minutesUntil('2026-11-22T10:15:00Z', now)).toBe(15);
    expect(minutesUntil('2026-11-22T10:13:01Z', now)).toBe(14);
    expect(minutesUntil('2026-11-22T10:00:00.001Z', now)).toBe(1);
  });

  it('is null from its end on', () => {
    expect(minutesUntil('2026-11-22T10:00:00Z', now)).toBe(0);
    expect(minutesUntil('2026-11-22T09:00:00Z', now)).toBe(0);
  });
});

describe('the lowest and the highest score', () => {
  const [a, b, c] = [
    { framework: 'A', score: 40 },
    { framework: 'B', score: 12.5 },
    { framework: 'C', score: 61 },
  ];

  it('are found in any order', () => {
    expect(extremesOf([a, b, c])).toEqual({ lowest: b, highest: c });
  });

  it('are not of a framework that has no score yet', () => {
    expect(extremesOf([{ framework: 'D', score: null }, a, c])).toEqual({ lowest: a, highest: c });
  });

  it('are null when no two scores differ', () => {
    expect(extremesOf([])).toBeNull();
    expect(extremesOf([a])).toBeNull();
    expect(extremesOf([a, { framework: 'D', score: 40 }])).toBeNull();
  });
});

describe('the address of a file', () => {
  it('is on the host of the page, with its signature', () => {
    expect(pathOf('https://crosswalk.example/files/t/r.pdf?expires=1&signature=x%2By')).toBe(
      '/files/t/r.pdf?expires=1&signature=x%2By',
    );
  });
});
