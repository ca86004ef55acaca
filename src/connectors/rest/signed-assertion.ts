import { randomUUID, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { MINUTE, SECOND } from '../../platform/clock.js';
import { ConnectionLost } from '../connector.js';

/** Value of `client_assertion_type` in a request for a token (RFC 7523). */
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Longer than clocks differ, and no longer. */
const CLIENT_LIFETIME_MS = 5 * MINUTE;

interface Signer {
  /** A text is PEM. */
  key: KeyObject | string;
  algorithm: 'RS256' | 'PS256' | 'ES256';
  /** Header fields beside `alg` and `typ`: `kid`, `x5t#S256`. */
  header: Record<string, string>;
  now: Date;
}

/**
 * A JSON Web Token that says who asks for an access token, and proves it (RFC 7523).
 * @param claims beside `iat` and `exp`
 * @throws {ConnectionLost} when the key cannot sign
 */
export function signedAssertion(
  { key, algorithm, header, now }: Signer,
  claims: Record<string, string | number>,
  lifetimeMs: number,
): string {
  const issuedAt = Math.floor(now.getTime() / SECOND);
  try {
    return jwt.sign({ ...claims, iat: issuedAt, exp: issuedAt + Math.floor(lifetimeMs / SECOND) }, key, {
      algorithm,
      header: { ...header, alg: algorithm, typ: 'JWT' },
    });
  } catch (cause) {
    throw new ConnectionLost('The private key of the integration cannot be used to sign.', { cause });
  }
}

/**
 * The fields of a form by which a client proves that it has its private key (`private_key_jwt`); good for 5 minutes.
 * @param audience address of the token endpoint
 * @throws {ConnectionLost} when the key cannot sign
 */
export function clientAssertion(signer: Signer, { clientId, audience }: { clientId: string; audience: string }) {
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    jti: randomUUID(),
    nbf: Math.floor(signer.now.getTime() / SECOND),
  };
  return {
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: signedAssertion(signer, claims, CLIENT_LIFETIME_MS),
  };
}
