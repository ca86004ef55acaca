import { describe, expect, it } from 'vitest';
import { endBefore, inForceFirst, lifetimeOf } from '../../src/dashboard/app/pages/auditor-links/link-form.rules.js';

describe('links of auditors', () => {
  it('stand in their order, those that open something before those that ended or were revoked', () => {
    const now = new Date('2026-11-29T12:00:00Z');
    const links = [
      { id: 'revoked', revokedAt: '2026-11-01T00:00:00Z', expiresAt: '2026-12-31T00:00:00Z' },
      { id: 'new', revokedAt: null, expiresAt: '2026-11-29T12:00:01Z' },
      { id: 'ended', revokedAt: null, expiresAt: '2026-11-29T12:00:00Z' },
      { id: 'old', revokedAt: null, expiresAt: '2027-01-01T00:00:00Z' },
    ];
    expect(inForceFirst(links, now).map(({ id }) => id)).toEqual(['new', 'old', 'revoked', 'ended']);
  });

  it.each([
    ['2026-11-29', 30],
    ['2026-12-28', 30],
    ['2026-12-31', 33],
    ['2027-06-30', 90],
    ['', 30],
  ])(
    'last, for a period until %s, %s days unless another end is chosen: past the period where the limit allows',
    (to, days) => {
      expect(lifetimeOf(to, new Date('2026-11-29T12:00:00Z'))).toBe(days);
    },
  );

  it('end before their period where fewer days are chosen, or the limit is too short', () => {
    const now = new Date('2026-11-29T12:00:00Z');
    expect(endBefore('2026-12-31', 33, now)).toBeNull();
    expect(endBefore('2026-12-31', 32, now)).toEqual(new Date('2026-12-31T12:00:00Z'));
    expect(endBefore('2027-06-30', 90, now)).toEqual(new Date('2027-02-27T12:00:00Z'));
    expect(endBefore('', 1, now)).toBeNull();
  });
});
