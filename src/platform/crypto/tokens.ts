import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isUuid } from './uuid.js';

const ISSUER = 'crosswalk';
const ALGORITHM = 'HS256';
const KEY_BYTES_MIN = 32;

/** What a token may be used for. A token of one purpose is refused for another. */
export type TokenPurpose = 'access';

/** What a token says: who, of which tenant. Seconds since the epoch: `issuedAt` with its milliseconds, `expiresAt` whole. */
export interface TokenClaims {
  userId: string;
  tenantId: string;
  role: string;
  issuedAt: number;
  expiresAt: number;
}

/**
 * Signs and checks JSON Web Tokens: HS256 pinned, `kid`, `typ`, `exp`, `iss` and `aud` required and checked.
 * The library by itself accepts tokens without `exp`, any `typ` and short secrets; this is the only place that calls it.
 */
export class Tokens {
  private readonly key: KeyObject;
  private readonly keyId: string;

  /** @param secret at least 32 bytes; @throws {Error} when shorter */
  constructor(secret: Buffer) {
    if (secret.length < KEY_BYTES_MIN) throw new Error('the signing key must have at least 32 bytes');
    this.key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'crosswalk access tokens', KEY_BYTES_MIN)));
    this.keyId = Buffer.from(hkdfSync('sha256', secret, '', 'crosswalk access tokens id', 6)).toString('hex');
  }

  sign(claims: TokenClaims, purpose: TokenPurpose): string {
    return jwt.sign(
      {
        sub: claims.userId,
        tenant_id: claims.tenantId,
        role: claims.role,
        iat: claims.issuedAt,
        exp: claims.expiresAt,
        iss: ISSUER,
        aud: audience(purpose),
      },
      this.key,
      { algorithm: ALGORITHM, keyid: this.keyId, header: { alg: ALGORITHM, typ: 'JWT' } },
    );
  }

  /** The claims of a valid token for `purpose`, else null. */
  verify(token: string, purpose: TokenPurpose, now: Date): TokenClaims | null {
    try {
      const { header, payload } = jwt.verify(token, this.key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: audience(purpose),
        clockTimestamp: Math.floor(now.getTime() / 1_000),
        complete: true,
      });
      if (header.typ !== 'JWT' || header.kid !== this.keyId || typeof payload === 'string') return null;
      const { sub, tenant_id: tenantId, role, iat, exp } = payload as Record<string, unknown>;
      if (typeof sub !== 'string' || typeof tenantId !== 'string' || typeof role !== 'string') return null;
      if (!isUuid(sub) || !isUuid(tenantId)) return null;
      if (typeof iat !== 'number' || typeof exp !== 'number') return null;
      return { userId: sub, tenantId, role, issuedAt: iat, expiresAt: exp };
    } catch {
      return null;
    }
  }
}

function audience(purpose: TokenPurpose): string {
  return `crosswalk:${purpose}`;
}
