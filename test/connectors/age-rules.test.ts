import { describe, expect, it } from 'vitest';
import { ageInDays, daysBetween } from '../../src/connectors/age.rules.js';

const NOW = new Date('2026-03-01T12:00:00Z');

describe('daysBetween', () => {
  it('returns whole days, negative where the second date is earlier', () => {
    expect(daysBetween('2026-02-19T11:00:00Z', NOW)).toBe(10);
    expect(daysBetween('2026-02-28T12:00:01Z', NOW)).toBe(0);
    expect(daysBetween(NOW, '2026-02-28T11:00:00Z')).toBe(-2);
  });

  it('ageInDays returns 0 for a date in the future', () => {
    expect(ageInDays('2026-02-19T11:00:00Z', NOW)).toBe(10);
    expect(ageInDays(new Date('2026-03-01T12:00:30Z'), NOW)).toBe(0);
  });

  it('returns null for a text that is not a date', () => {
    expect([daysBetween('soon', NOW), daysBetween(NOW, ''), ageInDays('soon', NOW)]).toEqual([null, null, null]);
  });
});
