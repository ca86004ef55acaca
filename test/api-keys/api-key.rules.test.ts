import { describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { endOf, hashOf, isWellFormedKey, looksLikeKey, mintKey } from '../../src/modules/api-keys/api-key.rules.js';
import { anyOf } from '../support/any-of.js';

const NOW = new Date('2026-11-21T00:00:00.000Z');

describe('an API key', () => {
  it('consists of svc_, an id of 8 characters, and 32 random characters of which 6 are a checksum', () => {
    const { key, keyId, hash } = mintKey();
    expect(key).toMatch(/^svc_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
    expect(key.slice(4, 12)).toBe(keyId);
    expect(hash).toBe(createHash('sha256').update(key).digest('hex'));
    expect(mintKey().key).not.toBe(key);
  });

  it('ends with the CRC-32 of the preceding characters in base62', () => {
    // zlib.crc32 of Python gives 1767269335 = 1·62^5 + 57·62^4 + 37·62^3 + 17·62^2 + 30·62^1 + 7·62^0; the digits are 0-9, A-Z, a-z.
    expect(mintKey('api_key', () => 0).key).toBe(`svc_00000000_${'0'.repeat(32)}1vbHU7`);
  });

  it('is recognized by its format and checksum', () => {
    const { key } = mintKey();
    expect(isWellFormedKey(key)).toBe(true);
    const changed = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
    for (const wrong of [
      changed,
      key.slice(0, -1),
      `${key}0`,
      key.toUpperCase(),
      key.replace('svc_', 'svd_'),
      '',
      ' ',
    ]) {
      expect(isWellFormedKey(wrong)).toBe(false);
    }
    expect(looksLikeKey(changed)).toBe(true);
    expect(looksLikeKey('eyJhbGciOiJIUzI1NiJ9.e30.x')).toBe(false);
  });

  it('is hashed as a whole', () => {
    // SHA-256 of "abc": FIPS 180-2, appendix B.1.
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('the expiry of an API key', () => {
  it('is 90 days ahead by default', () => {
    expect(endOf({}, NOW)).toEqual(new Date('2027-02-19T00:00:00.000Z'));
    expect(endOf({ expiresInDays: null, expiresAt: null }, NOW)).toEqual(new Date('2027-02-19T00:00:00.000Z'));
  });

  it('is the requested one, up to 365 days', () => {
    expect(endOf({ expiresInDays: 1 }, NOW)).toEqual(new Date('2026-11-22T00:00:00.000Z'));
    expect(endOf({ expiresInDays: 365 }, NOW)).toEqual(new Date('2027-11-21T00:00:00.000Z'));
    const last = new Date('2027-11-21T00:00:00.000Z');
    expect(endOf({ expiresAt: last }, NOW)).toEqual(last);
  });

  it.each([
    ['/expires_in_days', { expiresInDays: 0 }],
    ['/expires_in_days', { expiresInDays: -1 }],
    ['/expires_in_days', { expiresInDays: 366 }],
    ['/expires_at', { expiresAt: NOW }],
    ['/expires_at', { expiresAt: new Date('2027-11-21T00:00:00.001Z') }],
    ['/expires_at', { expiresInDays: 1, expiresAt: new Date('2026-11-22T00:00:00.000Z') }],
  ])('returns VALIDATION_FAILED for %s where it is invalid: %j', (field, expiry) => {
    expect(() => endOf(expiry, NOW)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', details: [{ field, message: anyOf(String) }] }),
    );
  });
});
