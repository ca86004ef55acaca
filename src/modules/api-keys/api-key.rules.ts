import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DAY } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';

/** What the bearer secrets that live longer than a session begin with, so that people and secret scanners distinguish them. */
export const SECRET_PREFIXES = { api_key: 'svc_', scim_token: 'scim_', auditor_link: 'aud_' } as const;
/** Kind of such a secret. Each has security events of its creation and use: `test/security-events/credentials.test.ts`. */
export type SecretKind = keyof typeof SECRET_PREFIXES;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const AFTER_PREFIX = new RegExp(`^[0-9A-Za-z]{${ID_LENGTH}}_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Lifetime of a key in days. Source: schema/contract/accounts.md, "API keys". */
const LIFETIME_DAYS = { default: 90, max: 365 } as const;

/** A generated API key with its stored properties. */
export interface MintedKey {
  /** The key, shown once and not stored. */
  key: string;
  /** Public id of 8 characters. */
  keyId: string;
  /** SHA-256 of `key`, hexadecimal. */
  hash: string;
}

/**
 * Generates a key, or another bearer secret: the prefix of its kind, an id of 8 characters, `_`, 32
 * characters of base62 (190 bits), and a checksum of 6 characters.
 * @param random returns a random whole number from 0, below its argument
 */
export function mintKey(kind: SecretKind = 'api_key', random: (below: number) => number = randomInt): MintedKey {
  const pick = (length: number) => Array.from({ length }, () => ALPHABET[random(ALPHABET.length)] ?? '').join('');
  const keyId = pick(ID_LENGTH);
  const body = `${SECRET_PREFIXES[kind]}${keyId}_${pick(SECRET_LENGTH)}`;
  const key = body + checksumOf(body);
  return { key, keyId, hash: hashOf(key) };
}

/** Whether a credential has the prefix of an API key, valid or not. */
export function looksLikeKey(credential: string): boolean {
  return credential.startsWith(SECRET_PREFIXES.api_key);
}

/** Whether `key` has the format and the checksum of a key; any other is refused without a query. */
export function isWellFormedKey(key: string, kind: SecretKind = 'api_key'): boolean {
  const prefix = SECRET_PREFIXES[kind];
  if (!key.startsWith(prefix) || !AFTER_PREFIX.test(key.slice(prefix.length))) return false;
  const [body, checksum] = [key.slice(0, -CHECKSUM_LENGTH), key.slice(-CHECKSUM_LENGTH)];
  return checksumOf(body) === checksum;
}

/** SHA-256, hexadecimal. Not a slow hash: the 190 random bits of a key cannot be guessed. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

/**
 * CRC-32 in base62, padded with zeros: it reveals a truncated or mistyped key, and lets secret scanners recognize a
 * real one.
 */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = (ALPHABET[rest % ALPHABET.length] ?? '') + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** Requested expiry of a key. */
export interface Expiry {
  expiresInDays?: number | null;
  expiresAt?: Date | null;
}

/**
 * Expiry of a key created at `now`: 90 days later by default.
 * @throws {AppError} VALIDATION_FAILED for both arguments at once, for a past time, or for more than 365 days
 */
export function endOf({ expiresInDays, expiresAt }: Expiry, now: Date): Date {
  if (expiresInDays !== undefined && expiresInDays !== null) {
    if (expiresAt) throw AppError.invalid('/expires_at', 'cannot be combined with expires_in_days');
    if (expiresInDays < 1 || expiresInDays > LIFETIME_DAYS.max) {
      throw AppError.invalid('/expires_in_days', `must be from 1 to ${LIFETIME_DAYS.max}`);
    }
    return daysAfter(now, expiresInDays);
  }
  if (!expiresAt) return daysAfter(now, LIFETIME_DAYS.default);
  if (expiresAt <= now) throw AppError.invalid('/expires_at', 'must be in the future');
  if (expiresAt > daysAfter(now, LIFETIME_DAYS.max)) {
    throw AppError.invalid('/expires_at', `must be at most ${LIFETIME_DAYS.max} days away`);
  }
  return expiresAt;
}

function daysAfter(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY);
}
