import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SECOND } from '../../platform/clock.js';

/** Duration of a time step. Source: RFC 6238 with the values that every authenticator supports. Seconds. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const SEED_BYTES = 20;
/** Tolerated deviation of a telephone's clock, in steps. */
const WINDOW_STEPS = 1;
const ISSUER = 'Crosswalk';

const RECOVERY_CODES = 10;
/**
 * Size of a recovery code: 120 bits, which cannot be found from their SHA-256, so that no slow hash is needed.
 * Source: OWASP ASVS 5.0, 6.5.3 and 11.5.1 (at least 112 bits where no slow hash is used).
 */
const RECOVERY_BYTES = 15;
/** Alphabet of Crockford: without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Generates a seed, in base32. */
export function newSeed(): string {
  return new Secret({ size: SEED_BYTES }).base32;
}

/** `otpauth://` URI of a seed, as authenticators read it from a QR code. */
export function otpauthUri(seed: string, email: string): string {
  return totpOf(seed, email).toString();
}

/** Time step of a one-time code, at most one before or after `now`; null for a wrong code. */
export function stepOf(seed: string, otp: string, now: Date): number | null {
  const token = otp.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(seed, '').validate({ token, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / (PERIOD_SECONDS * SECOND)) + delta;
}

/** Generates ten codes of six groups, `xxxx-xxxx-xxxx-xxxx-xxxx-xxxx`, each for one login without the authenticator. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => inGroups(base32(randomBytes(RECOVERY_BYTES))));
}

/** Stored hash of a recovery code; case, spaces and hyphens do not matter. */
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
