import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SECOND } from '../../platform/clock.js';

/** Source: RFC 6238 with the values that every authenticator takes. Seconds. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const SEED_BYTES = 20;
/** Steps that the clock of a telephone may be ahead or behind. */
const WINDOW_STEPS = 1;
const ISSUER = 'Crosswalk';

const RECOVERY_CODES = 10;
/** 80 bits: nobody finds one from its SHA-256, so that no slow hash is needed. */
const RECOVERY_BYTES = 10;
/** Crockford's: no letter that is taken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new seed, in base32. */
export function newSeed(): string {
  return new Secret({ size: SEED_BYTES }).base32;
}

/** The `otpauth://` address of a seed, as authenticators read it from a picture. */
export function otpauthUri(seed: string, email: string): string {
  return totpOf(seed, email).toString();
}

/** The time step that `otp` is the code of, at most one before or after `now`; null where it is none. */
export function stepOf(seed: string, otp: string, now: Date): number | null {
  const token = otp.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(seed, '').validate({ token, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / (PERIOD_SECONDS * SECOND)) + delta;
}

/** Ten codes of the form `xxxx-xxxx-xxxx-xxxx`, each for one login without the authenticator. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => inGroups(base32(randomBytes(RECOVERY_BYTES))));
}

/** What is kept of a recovery code; case, spaces and hyphens do not matter. */
export function recoveryHash(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(`recovery ${plain}`).digest('hex');
}

function totpOf(seed: string, label: string): TOTP {
  const secret = Secret.fromBase32(seed);
  return new TOTP({ secret, issuer: ISSUER, label, algorithm: 'SHA1', digits: DIGITS, period: PERIOD_SECONDS });
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[parseInt(five, 2)] ?? '').join('');
}

function inGroups(text: string): string {
  return (text.match(/.{4}/g) ?? []).join('-');
}
