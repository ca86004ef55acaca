import { createHmac, hkdfSync } from 'node:crypto';

type Json = Record<string, unknown>;

/** A parsed token. */
export interface AccessToken {
  header: Json;
  claims: Json;
}

/**
 * The key of the service's tokens, derived from its secret (HKDF) like in `Tokens`, so that only the change of a test
 * makes a token invalid.
 */
export function signingKey(secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'crosswalk access tokens', 32));
}

export function takeApart(token: string): AccessToken {
  const [header = '', claims = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;
  return { header: read(header), claims: read(claims) };
}

/** Assembles and signs a token (RFC 7515); without a key it has no signature. */
export function putTogether({ header, claims }: AccessToken, key: Buffer | null, hash = 'sha256'): string {
  const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${key ? createHmac(hash, key).update(signed).digest('base64url') : ''}`;
}
