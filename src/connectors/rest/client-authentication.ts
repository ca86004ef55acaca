import type { KeyObject } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { MINUTE, SECOND } from '../../platform/clock.js';
import { ConnectionLost } from '../connector.js';
import { readCertificate } from './signing-certificate.js';

/** Lifetime of an assertion: a tolerance for different clocks. */
const ASSERTION_LIFETIME_MS = 5 * MINUTE;

/** Names of the signature algorithms of JSON Web Signature in Web Crypto (RFC 7518, section 3.1). */
const WEB_CRYPTO = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
} as const;

interface AssertionSigner {
  key: KeyObject;
  algorithm: keyof typeof WEB_CRYPTO;
  /** Header fields beside `alg` and `typ`: `kid`, `x5t#S256`. */
  header: Record<string, string>;
  now: Date;
}

/**
 * Client authentication by a signed assertion (`private_key_jwt`, RFC 7523), valid for 5 minutes from `now`; the
 * library would use the system's clock, and one minute.
 * @throws {ConnectionLost} when the request is made and the key cannot sign
 */
export function privateKeyJwt({ key, algorithm, header, now }: AssertionSigner): oauth.ClientAuth {
  return async (server, client, body, headers) => {
    try {
      const signingKey = key.toCryptoKey(WEB_CRYPTO[algorithm], false, ['sign']);
      const authentication = oauth.PrivateKeyJwt(signingKey, {
        [oauth.modifyAssertion]: (joseHeader, claims) => {
          const issuedAt = Math.floor(now.getTime() / SECOND);
          Object.assign(joseHeader, { typ: 'JWT', ...header });
          Object.assign(claims, { iat: issuedAt, nbf: issuedAt, exp: issuedAt + ASSERTION_LIFETIME_MS / SECOND });
        },
      });
      await authentication(server, client, body, headers);
    } catch (cause) {
      throw new ConnectionLost('The private key of the integration cannot be used to sign.', { cause });
    }
  };
}

/**
 * Client authentication by a certificate as Entra ID wants it: PS256, and the certificate named by its SHA-256 thumbprint.
 * Null where the text holds no certificate with its RSA key.
 * @param pem certificate and private key, in either order
 */
export function certificateJwt(pem: string, now: Date): oauth.ClientAuth | null {
  const signing = readCertificate(pem);
  if (!signing) return null;
  const { key, thumbprint } = signing;
  return privateKeyJwt({ key, algorithm: 'PS256', header: { 'x5t#S256': thumbprint }, now });
}
