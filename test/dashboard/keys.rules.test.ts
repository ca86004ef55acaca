import { describe, expect, it } from 'vitest';
import { curlWith, endOfDay, firstDay, lastDay, stateOfKey } from '../../src/dashboard/app/pages/keys/keys.rules.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');

describe('the state of an API key', () => {
  it('is "soon" for a key that expires within 14 days', () => {
    expect(stateOfKey({ status: 'active', expiresAt: '2026-03-15T11:59:59.000Z' }, NOW)).toBe('expiring');
    expect(stateOfKey({ status: 'active', expiresAt: '2026-03-15T12:00:00.000Z' }, NOW)).toBe('active');
  });

  it('is that of the service when the key has ended', () => {
    expect(stateOfKey({ status: 'revoked', expiresAt: '2026-03-02T00:00:00.000Z' }, NOW)).toBe('revoked');
    expect(stateOfKey({ status: 'expired', expiresAt: '2026-02-01T00:00:00.000Z' }, NOW)).toBe('expired');
  });
});

describe('the last day of an API key', () => {
  it('lies between today and the maximum of the service', () => {
    expect(firstDay(NOW)).toBe('2026-03-01');
    expect(lastDay(NOW)).toBe('2027-02-28');
    const yearMs = 365 * 24 * 60 * 60 * 1_000;
    expect(Date.parse(endOfDay(firstDay(NOW)))).toBeGreaterThan(NOW.getTime());
    expect(Date.parse(endOfDay(lastDay(NOW)))).toBeLessThan(NOW.getTime() + yearMs);
  });
});

describe('the commands that use a key', () => {
  it('send it as a bearer token to REST and GraphQL', () => {
    const commands = curlWith('svc_abc', 'https://example.org').split('\n\n');
    expect(commands).toHaveLength(2);
    expect(commands[0]).toContain('https://example.org/api/');
    expect(commands[1]).toContain('https://example.org/graphql');
    for (const command of commands) expect(command).toContain('Authorization: Bearer svc_abc');
  });
});
