import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { isUuid } from './uuid.js';

const ISSUER = 'crosswalk';
const ALGORITHM = 'HS256';
const KEY_BYTES_MIN = 32;
/** Tokens whose claims are remembered, some 600 bytes each. */
const VERIFIED_MAX = 10_000;

/** Purpose of a token. A token of one purpose is refused for another. */
export type TokenPurpose = 'access' | 'auditor';

/** Claims of a token: session, user (of an auditor's token the link) and tenant. Seconds since the epoch: `issuedAt` with milliseconds, `expiresAt` whole. */
export interface TokenClaims {
  /** Id of the session that the token belongs to: `jti`. */
  sessionId: string;
  userId: string;
  tenantId: string;
  role: string;
  issuedAt: number;
  expiresAt: number;
}

/**
 * Signs and verifies JSON Web Tokens: HS256 only; `kid`, `typ`, `jti`, `exp`, `iss` and `aud` required and checked. The
 * library alone would accept tokens without `exp`, any `typ` and short secrets; this is the only place that calls it.
 */
export class Tokens {
  private readonly current: SigningKey;
  private readonly byId: ReadonlyMap<string, KeyObject>;
  /** Claims of tokens that were valid; whether they have expired is looked at each time. */
  private readonly verified = new LRUCache<string, TokenClaims>({ max: VERIFIED_MAX });

  /**
   * @param secret at least 32 bytes
   * @param previousSecrets accepted for tokens until they expire, never used to sign
   * @throws {Error} for a shorter secret
   */
  constructor(secret: Buffer, previousSecrets: readonly Buffer[] = []) {
    this.current = signingKey(secret);
    const all = [this.current, ...previousSecrets.map(signingKey)];
    this.byId = new Map(all.map(({ id, key }) => [id, key]));
  }

  sign(claims: TokenClaims, purpose: TokenPurpose): string {
    return jwt.sign(
      {
        jti: claims.sessionId,
        sub: claims.userId,
        tenant_id: claims.tenantId,
        role: claims.role,
        iat: claims.issuedAt,
        exp: claims.expiresAt,
        iss: ISSUER,
        aud: audience(purpose),
      },
      this.current.key,
      { algorithm: ALGORITHM, keyid: this.current.id, header: { alg: ALGORITHM, typ: 'JWT' } },
    );
  }

  /** The claims of a valid token for `purpose`, else null. The signature of a token is verified once. */
  verify(token: string, purpose: TokenPurpose, now: Date): TokenClaims | null {
    const key = `${purpose} ${token}`;
    const known = this.verified.get(key);
    if (known) return now.getTime() < known.expiresAt * 1_000 ? known : null;
    const claims = this.read(token, purpose, now);
    if (claims) this.verified.set(key, claims);
    return claims;
  }

  private read(token: string, purpose: TokenPurpose, now: Date): TokenClaims | null {
    try {
      // Only says which key is to be tried; nothing of it is believed before the signature is.
      const kid = jwt.decode(token, { complete: true })?.header.kid;
      const key = this.byId.get(kid ?? '');
      if (!key) return null;
      const { header, payload } = jwt.verify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: audience(purpose),
        clockTimestamp: Math.floor(now.getTime() / 1_000),
        complete: true,
      });
      if (header.typ !== 'JWT' || header.kid !== kid || typeof payload === 'string') return null;
      const { jti, sub, tenant_id: tenantId, role, iat, exp } = payload as Record<string, unknown>;
      if (typeof jti !== 'string' || !isUuid(jti)) return null;
      if (typeof sub !== 'string' || typeof tenantId !== 'string' || typeof role !== 'string') return null;
      if (!isUuid(sub) || !isUuid(tenantId)) return null;
      if (typeof iat !== 'number' || typeof exp !== 'number') return null;
      return { sessionId: jti, userId: sub, tenantId, role, issuedAt: iat, expiresAt: exp };
    } catch {
      return null;
    }
  }
}

interface SigningKey {
  id: string;
  key: KeyObject;
}

function signingKey(secret: Buffer): SigningKey {
  if (secret.length < KEY_BYTES_MIN) throw new Error('the signing key must have at least 32 bytes');
  return {
    id: Buffer.from(hkdfSync('sha256', secret, '', 'crosswalk access tokens id', 6)).toString('hex'),
    key: createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'crosswalk access tokens', KEY_BYTES_MIN))),
  };
}

function audience(purpose: TokenPurpose): string {
  return `crosswalk:${purpose}`;
}
