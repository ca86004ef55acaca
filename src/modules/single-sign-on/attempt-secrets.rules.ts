import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** The values of one attempt that only the browser that began it can have. */
export interface AttemptSecrets {
  /** Returned by the provider: `state` (RFC 6749, 10.12) or `RelayState`. */
  state: string;
  /** Repeated in the id token: `nonce` (OpenID Connect, 3.1.2.1). */
  nonce: string;
  /** PKCE (RFC 7636). */
  verifier: string;
  /** `ID` of a SAML request, which begins with a letter or an underscore (XML Schema, NCName). */
  requestId: string;
}

/** Secret of a new attempt: 256 random bits for the cookie. */
export function newBinding(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * Values of an attempt, all derived from the secret in the browser's cookie: the database holds none of them, and no other
 * browser can finish what this one began (log-in CSRF; RFC 9700, 4.7).
 */
export function secretsOf(binding: string): AttemptSecrets {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', binding, '', `crosswalk sign-on ${purpose}`, SECRET_BYTES));
  return {
    state: derive('state').toString('base64url'),
    nonce: derive('nonce').toString('base64url'),
    verifier: derive('verifier').toString('base64url'),
    requestId: `_${derive('request').toString('hex')}`,
  };
}

/** Hash under which an attempt is stored, and a used assertion. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}
