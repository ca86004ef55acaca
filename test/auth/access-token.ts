import { createHmac, hkdfSync } from 'node:crypto';

type Json = Record<string, unknown>;

/** A token taken apart. */
export interface AccessToken {
  header: Json;
  claims: Json;
}

/** The key of the service's tokens, derived from its secret (HKDF) as `Tokens` derives it: so that only what a test changes is wrong. */
export function signingKey(secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'crosswalk access tokens', 32));
}

export function takeApart(token: string): AccessToken {
  const [header = '', claims = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;
  return { header: read(header), claims: read(claims) };
}

/** Puts a token together and signs it, as RFC 7515 says; without a key it has no signature. */
export function putTogether({ header, claims }: AccessToken, key: Buffer | null, hash = 'sha256'): string {
  const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${key ? createHmac(hash, key).update(signed).digest('base64url') : ''}`;
}
