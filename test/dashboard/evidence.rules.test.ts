import { describe, expect, it } from 'vitest';
import { expiryFilter, expiryOf, hexOf } from '../../src/dashboard/app/pages/evidence/evidence.rules.js';
import { soonFrom } from '../../src/dashboard/app/parts/soon.rules.js';

const NOW = new Date('2026-11-01T12:00:00Z');

describe('the expiry of evidence', () => {
  it('is soon for 30 days before, and past from the very moment', () => {
    expect(expiryOf(null, NOW)).toBe('never');
    expect(expiryOf('2026-11-01T12:00:00Z', NOW)).toBe('expired');
    expect(expiryOf('2026-11-01T12:00:00.001Z', NOW)).toBe('soon');
    expect(expiryOf('2026-12-01T11:59:59Z', NOW)).toBe('soon');
    expect(expiryOf('2026-12-01T12:00:00Z', NOW)).toBe('later');
  });

  it('is queried with the same bounds', () => {
    const bounds = soonFrom(NOW);
    expect(bounds).toEqual({ now: '2026-11-01T12:00:00.000Z', soon: '2026-12-01T12:00:00.000Z' });
    expect(expiryFilter(undefined, bounds)).toEqual({});
    expect(expiryFilter('expired', bounds)).toEqual({ expiresBefore: bounds.now });
    expect(expiryFilter('soon', bounds)).toEqual({ expiresFrom: bounds.now, expiresBefore: bounds.soon });
  });
});

describe('a hash', () => {
  it('is written as two lower-case digits for each byte', () => {
    expect(hexOf(new Uint8Array([0, 15, 255]).buffer)).toBe('000fff');
  });
});
