import { describe, expect, it } from 'vitest';
import { inForceFirst } from '../../src/dashboard/app/pages/auditor-links/link-form.rules.js';

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
});
