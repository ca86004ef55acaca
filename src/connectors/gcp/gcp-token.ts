import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { HOUR, SECOND } from '../../platform/clock.js';
import { safeErrorCode } from '../error-code.rules.js';
import { ConnectionLost } from '../connector.js';
import { jwtBearerToken } from '../rest/oauth-token.js';
import type { RestClient } from '../rest/rest-client.js';
import { RestError } from '../rest/rest-error.js';
import type { AccessToken } from '../rest/token-cache.js';
import type { ServiceAccountKey } from './gcp-settings.js';

/** Token endpoint. Pinned: a key file names one too, which the person who enters the key could have chosen. */
export const TOKEN_URI = 'https://oauth2.googleapis.com/token';
/** OAuth scope that every interface accepts; the permissions of the account depend on its role. */
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

const TokenRefusal = z.object({ error: z.string() });

/**
 * Access token of a service account, by the JWT bearer grant. The assertion is signed by jsonwebtoken: oauth4webapi sends
 * the grant but signs only the assertions of client authentication, which have other claims (docs/adr/0020).
 * @throws {ConnectionLost} where the key is refused or cannot sign, or Google cannot be reached
 */
export async function gcpToken({
  rest,
  now,
  key,
  tokenUri,
}: {
  rest: RestClient;
  now: Date;
  key: ServiceAccountKey;
  tokenUri: string;
}): Promise<AccessToken> {
  const assertion = signedAssertion(key, now);
  try {
    return await jwtBearerToken({ url: tokenUri, clientId: key.client_email, rest }, assertion);
  } catch (err) {
    throw err instanceof RestError ? new ConnectionLost(inWords(err), { cause: err }) : err;
  }
}

function signedAssertion({ client_email, private_key, private_key_id }: ServiceAccountKey, now: Date): string {
  const iat = Math.floor(now.getTime() / SECOND);
  // The audience is Google's whatever the address: what was signed is of no use elsewhere.
  const claims = { iss: client_email, scope: SCOPE, aud: TOKEN_URI, iat, exp: iat + HOUR / SECOND };
  try {
    return jwt.sign(claims, private_key, { algorithm: 'RS256', keyid: private_key_id });
  } catch (cause) {
    throw new ConnectionLost('The private key of the integration cannot be used to sign.', { cause });
  }
}

function inWords({ status, body }: RestError): string {
  const refusal = TokenRefusal.safeParse(body);
  if (status === null || status >= 500) return 'Google cannot be reached.';
  const code = safeErrorCode(refusal.data?.error) ?? `status ${String(status)}`;
  return `Google refuses the service account key (${code}); the key was deleted or the account switched off.`;
}
