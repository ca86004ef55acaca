import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DAY } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';

const PREFIX = 'svc_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Days that a key lives. Source: schema/contract/accounts.md, "API keys". */
const LIFETIME_DAYS = { default: 90, max: 365 } as const;

/** An API key and what is kept of it. */
export interface MintedKey {
  /** Shown once, kept nowhere. */
  key: string;
  /** Its eight characters that are no secret. */
  keyId: string;
  /** SHA-256 of `key`, hexadecimal. */
  hash: string;
}

/**
 * A new key: `svc_`, an id of 8 characters, `_`, 32 characters of base62 (190 bits), and a checksum of all that in 6.
 * @param random a whole number from 0 below the one given
 */
export function mintKey(random: (below: number) => number = randomInt): MintedKey {
  const pick = (length: number) => Array.from({ length }, () => ALPHABET[random(ALPHABET.length)] ?? '').join('');
  const keyId = pick(ID_LENGTH);
  const body = `${PREFIX}${keyId}_${pick(SECRET_LENGTH)}`;
  const key = body + checksumOf(body);
  return { key, keyId, hash: hashOf(key) };
}

/** Whether a credential is meant as an API key, be it good or not. */
export function looksLikeKey(credential: string): boolean {
  return credential.startsWith(PREFIX);
}

/** Whether `key` has the shape and the checksum of a key: what has not was never one, and needs no look at the database. */
export function isWellFormedKey(key: string): boolean {
  if (!SHAPE.test(key)) return false;
  const [body, checksum] = [key.slice(0, -CHECKSUM_LENGTH), key.slice(-CHECKSUM_LENGTH)];
  return checksumOf(body) === checksum;
}

/** SHA-256, hexadecimal. No slow hash: the key has 190 random bits, so that nothing can be guessed from it. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

/** CRC-32 in base62, padded with zeros: it tells a cut or mistyped key, and lets scanners of code know a real one. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = (ALPHABET[rest % ALPHABET.length] ?? '') + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** When a key ends, as its maker asks. */
export interface Expiry {
  expiresInDays?: number | null;
  expiresAt?: Date | null;
}

/**
 * The end of a key that is made `now`: 90 days later where nothing else is asked.
 * @throws {AppError} VALIDATION_FAILED for both at once, an end that is past, or one that is more than 365 days away
 */
export function endOf({ expiresInDays, expiresAt }: Expiry, now: Date): Date {
  if (expiresInDays !== undefined && expiresInDays !== null) {
    if (expiresAt) throw AppError.invalid('/expires_at', 'is not taken together with expires_in_days');
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
