import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import { codeWord } from '../code-word.rules.js';
import { ConnectionLost } from '../connector.js';
import type { RestClient } from '../rest/rest-client.js';
import { RestError } from '../rest/rest-error.js';
import { clientAssertion } from '../rest/signed-assertion.js';
import { readCertificate } from '../rest/signing-certificate.js';
import type { AccessToken } from '../rest/token-cache.js';
import type { AzureSettings } from './azure.settings.js';

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const TokenRefusal = z.object({ error: z.string(), error_description: z.string().default('') });

export interface TokenRequest {
  client: RestClient;
  clock: Clock;
  settings: AzureSettings;
  /** Address of the token service, without a final slash. */
  login: string;
  scope: string;
}

/**
 * A token for one interface, by the client credentials grant (RFC 6749, section 4.4).
 * @throws {ConnectionLost} where the application or its credential is refused, or Entra ID cannot be reached
 */
export async function requestToken({ client, clock, settings, login, scope }: TokenRequest): Promise<AccessToken> {
  const url = `${login}/${settings.tenant_id}/oauth2/v2.0/token`;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: settings.client_id, scope });
  for (const [name, value] of Object.entries(credential(settings, { audience: url, clock }))) body.set(name, value);
  try {
    const answer = await client.ask(
      {
        url,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: body.toString(),
      },
      TokenAnswer,
    );
    return { token: answer.access_token, expiresInSeconds: answer.expires_in };
  } catch (err) {
    throw err instanceof RestError ? new ConnectionLost(inWords(err), { cause: err }) : err;
  }
}

/** A secret, or an assertion as Entra ID wants it: PS256, and the certificate named by its SHA-256 thumbprint. */
function credential(
  { client_id: clientId, client_secret = '', client_certificate }: AzureSettings,
  { audience, clock }: { audience: string; clock: Clock },
): Record<string, string> {
  if (client_certificate === undefined) return { client_secret };
  const signing = readCertificate(client_certificate);
  if (!signing) {
    throw new ConnectionLost('The client certificate is not a certificate with an RSA private key in PEM.');
  }
  const { key, thumbprint } = signing;
  const header = { 'x5t#S256': thumbprint };
  return clientAssertion({ key, algorithm: 'PS256', header, now: clock.now() }, { clientId, audience });
}

/** Entra ID's own description may quote what was sent; its number alone is repeated. */
function inWords({ status, body }: RestError): string {
  const refusal = TokenRefusal.safeParse(body);
  if (status === null || status >= 500) return 'Entra ID cannot be reached.';
  if (!refusal.success) return `Entra ID refuses the application with status ${String(status)}.`;
  const number = /^AADSTS\d+/.exec(refusal.data.error_description)?.[0];
  const code = [codeWord(refusal.data.error), number].filter(Boolean).join(', ');
  return `Entra ID refuses the application (${code}); its id, its tenant or its credential is wrong or has expired.`;
}
