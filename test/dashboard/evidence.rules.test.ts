import { describe, expect, it } from 'vitest';
import {
  expiryFilter,
  expiryOf,
  freshnessOf,
  scanCounts,
} from '../../src/dashboard/app/pages/evidence/evidence.rules.js';
import { hexOf } from '../../src/dashboard/app/parts/upload/hex.rules.js';
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

describe('what a scan stored', () => {
  it('is in date for 30 days, and no longer at the end of them', () => {
    const until = '2026-11-26T08:00:00.000Z';
    expect(freshnessOf('2026-10-27T08:00:00Z', NOW)).toEqual({ until, isPast: false });
    expect(freshnessOf('2026-10-27T08:00:00Z', new Date(until))).toEqual({ until, isPast: true });
  });

  it('has the counts of its description, and none of another text', () => {
    const counts = { pass: 1, fail: 19, undecided: 410 };
    expect(scanCounts('430 controls: 1 pass, 19 fail, 410 not decided by tests.')).toEqual(counts);
    expect(scanCounts('Access review of January')).toBeNull();
    expect(scanCounts(null)).toBeNull();
  });
});

describe('a hash', () => {
  it('is written as two lower-case digits for each byte', () => {
    expect(hexOf(new Uint8Array([0, 15, 255]).buffer)).toBe('000fff');
  });
});
