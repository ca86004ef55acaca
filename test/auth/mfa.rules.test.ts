import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, newSeed, otpauthUri, recoveryHash, stepOf } from '../../src/modules/auth/mfa.rules.js';
import { codeAt } from './one-time-code.js';

/** `12345678901234567890` in base32. Source: RFC 6238, appendix B. */
const SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a one-time code', () => {
  // Source: RFC 6238, appendix B, SHA-1; the last six of the eight digits there.
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('at second %d is %s', (seconds, code, step) => {
    expect(stepOf(SEED, code, new Date(seconds * 1_000))).toBe(step);
    expect(codeAt(SEED, seconds * 1_000)).toBe(code);
  });

  it('is accepted one step before and after its own, and no further', () => {
    const now = new Date(1_234_567_890_000);
    const steps = [-2, -1, 0, 1, 2].map((steps) => stepOf(SEED, codeAt(SEED, now.getTime() + steps * 30_000), now));
    expect(steps).toEqual([null, 41_152_262, 41_152_263, 41_152_264, null]);
  });

  it.each(['', '28708', '2870820', 'abcdef', '２８７０８２', '-87082', '28708e'])('does not accept %j', (otp) => {
    expect(stepOf(SEED, otp, new Date(59_000))).toBeNull();
  });

  it('may be typed in groups', () => {
    expect(stepOf(SEED, ' 287 082 ', new Date(59_000))).toBe(1);
  });

  it('has a seed of 160 bits in base32, as authenticators read it', () => {
    const seed = newSeed();
    expect(seed).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSeed()).not.toBe(seed);
    const uri = new URL(otpauthUri(seed, 'a+b@alpha.example'));
    expect(decodeURIComponent(uri.pathname)).toBe('/Crosswalk:a+b@alpha.example');
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Crosswalk',
      secret: seed,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('recovery codes', () => {
  it('are ten different codes of 120 bits', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
  });

  it('are accepted in any case, with or without hyphens', () => {
    expect(recoveryHash(' ABCD-efgh jkmn0123')).toBe(recoveryHash('abcd-efgh-jkmn-0123'));
    expect(recoveryHash('abcd-efgh-jkmn-0124')).not.toBe(recoveryHash('abcd-efgh-jkmn-0123'));
  });
});
