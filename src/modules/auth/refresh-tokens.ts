import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const PART_BYTES = 32;
const FORM = /^([\w-]{43})\.([\w-]{43})$/;

/** Hashes by which a refresh token is stored: SHA-256, in hexadecimal digits. */
export interface RefreshHashes {
  /** Of the part that all tokens of a session have in common. */
  family: string;
  /** Of the whole token. */
  token: string;
}

/**
 * Refresh tokens: `{family}.{secret}`, 256 bits each. The successor of a token is computed from it under a key of the
 * service, so that two tabs that present the same one are given the same successor, and nobody else can compute it.
 */
export class RefreshTokens {
  private readonly key: Buffer;

  /** @param secret at least 32 bytes */
  constructor(secret: Buffer) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'crosswalk refresh tokens', PART_BYTES));
  }

  /** The first token of a new session. */
  first(): string {
    return `${randomBytes(PART_BYTES).toString('base64url')}.${randomBytes(PART_BYTES).toString('base64url')}`;
  }

  /** The successor of a token that was found to be genuine. */
  next(token: string): string {
    const [family = ''] = token.split('.', 1);
    return `${family}.${createHmac('sha256', this.key).update(token).digest('base64url')}`;
  }
}

/** Hashes of a token; null for what has not the form of one. */
export function refreshHashes(token: string): RefreshHashes | null {
  const family = FORM.exec(token)?.[1];
  return family === undefined ? null : { family: sha256(`family ${family}`), token: sha256(token) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
