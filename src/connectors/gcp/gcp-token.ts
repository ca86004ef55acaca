import { z } from 'zod';
import { HOUR, type Clock } from '../../platform/clock.js';
import { codeWord } from '../code-word.rules.js';
import { ConnectionLost } from '../connector.js';
import type { RestClient } from '../rest/rest-client.js';
import { RestError } from '../rest/rest-error.js';
import { signedAssertion } from '../rest/signed-assertion.js';
import type { AccessToken } from '../rest/token-cache.js';
import type { ServiceAccountKey } from './gcp.settings.js';

/** Pinned: a key names an address of its own, which whoever hands it in could have chosen. */
export const TOKEN_URI = 'https://oauth2.googleapis.com/token';
/** The one scope that all of the interfaces take; what the account may do is decided by its role. */
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const TokenRefusal = z.object({ error: z.string() });

/**
 * A token by an assertion that the key signs (RFC 7523). Not by google-auth-library, which would bring an HTTP stack of
 * its own for this one request.
 * @throws {ConnectionLost} where the key is refused, or Google cannot be reached
 */
export async function requestToken({
  client,
  clock,
  key,
  tokenUri,
}: {
  client: RestClient;
  clock: Clock;
  key: ServiceAccountKey;
  tokenUri: string;
}): Promise<AccessToken> {
  const body = new URLSearchParams({ grant_type: GRANT_TYPE, assertion: assertionOf(key, clock.now()) });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  try {
    const answer = await client.ask({ url: tokenUri, method: 'POST', headers, body: body.toString() }, TokenAnswer);
    return { token: answer.access_token, expiresInSeconds: answer.expires_in };
  } catch (err) {
    throw err instanceof RestError ? new ConnectionLost(inWords(err), { cause: err }) : err;
  }
}

function assertionOf({ client_email, private_key, private_key_id }: ServiceAccountKey, now: Date): string {
  const signer = { key: private_key, algorithm: 'RS256' as const, header: { kid: private_key_id }, now };
  // The audience is Google's whatever the address: what was signed is of no use elsewhere.
  return signedAssertion(signer, { iss: client_email, scope: SCOPE, aud: TOKEN_URI }, HOUR);
}

function inWords({ status, body }: RestError): string {
  const refusal = TokenRefusal.safeParse(body);
  if (status === null || status >= 500) return 'Google cannot be reached.';
  const code = codeWord(refusal.data?.error) ?? `status ${String(status)}`;
  return `Google refuses the service account key (${code}); the key was deleted or the account switched off.`;
}
