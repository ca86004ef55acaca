import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import { codeWord } from '../code-word.rules.js';
import { ConnectionLost } from '../connector.js';
import { unreachable } from '../rest/rest-api.js';
import type { RestClient } from '../rest/rest-client.js';
import { RestError, Unanswered } from '../rest/rest-error.js';
import { clientAssertion } from '../rest/signed-assertion.js';
import { readCertificate } from '../rest/signing-certificate.js';
import { TokenCache, type AccessToken } from '../rest/token-cache.js';
import type { CloudOrigins, M365Settings } from './m365.settings.js';

export interface SignInOptions {
  settings: M365Settings;
  origins: CloudOrigins;
  client: RestClient;
  clock: Clock;
}

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const ErrorAnswer = z.object({ error: z.string(), error_description: z.string().nullish() });

/** Access tokens for Microsoft Graph by client credentials (Microsoft identity platform, version 2.0). */
export function graphCredentials(options: SignInOptions): TokenCache {
  return new TokenCache(() => fetchToken(options), options.clock);
}

async function fetchToken({ settings, origins, client, clock }: SignInOptions): Promise<AccessToken> {
  const url = `${origins.login}/${settings.tenant_id}/oauth2/v2.0/token`;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.client_id,
    scope: `${origins.graph}/.default`,
    ...proofOf(settings, url, clock.now()),
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  try {
    const answer = await client.ask({ url, method: 'POST', headers, body: body.toString() }, TokenAnswer);
    return { token: answer.access_token, expiresInSeconds: answer.expires_in };
  } catch (err) {
    throw err instanceof RestError ? lost(err) : err;
  }
}

function proofOf(
  { client_id: clientId, client_secret, certificate }: M365Settings,
  audience: string,
  now: Date,
): Record<string, string> {
  if (client_secret !== undefined) return { client_secret };
  const signing = certificate === undefined ? null : readCertificate(certificate);
  if (!signing) throw new ConnectionLost('The integration has neither a client secret nor a certificate.');
  const { key, thumbprint } = signing;
  const header = { 'x5t#S256': thumbprint };
  return clientAssertion({ key, algorithm: 'PS256', header, now }, { clientId, audience });
}

function lost(err: RestError): ConnectionLost {
  if (err instanceof Unanswered) return unreachable('Microsoft Graph', err);
  if (err.status === null) return new ConnectionLost('Microsoft gave no access token.');
  const { error, error_description: description } = ErrorAnswer.safeParse(err.body).data ?? {};
  const code = /AADSTS\d+/.exec(description ?? '')?.[0] ?? codeWord(error) ?? String(err.status);
  const advice = ADVICE[code] ?? 'check tenant_id, client_id and the credential';
  return new ConnectionLost(`Microsoft refuses the app (${code}): ${advice}.`);
}

/** Of the many codes, those that an administrator meets. */
const ADVICE: Record<string, string | undefined> = {
  AADSTS90002: 'there is no tenant with this tenant_id in this cloud',
  AADSTS700016: 'the tenant has no app with this client_id',
  AADSTS7000215: 'client_secret is not the value of a secret of the app',
  AADSTS7000222: 'the client secret has expired',
  AADSTS700027: 'the certificate is not registered with the app, or has expired',
  AADSTS53003: 'a Conditional Access policy for workload identities blocks the app',
};
