import { ClientSecretPost, type ClientAuth } from 'oauth4webapi';
import { z } from 'zod';
import { safeErrorCode } from '../error-code.rules.js';
import { ConnectionLost } from '../connector.js';
import { certificateJwt } from '../rest/client-authentication.js';
import { clientCredentialsToken } from '../rest/oauth-token.js';
import type { RestClient } from '../rest/rest-client.js';
import { RestError } from '../rest/rest-error.js';
import type { AccessToken } from '../rest/token-cache.js';
import type { AzureSettings } from './azure-settings.js';

const TokenRefusal = z.object({ error: z.string(), error_description: z.string().default('') });

/** Parameters of a token request. */
export interface AzureTokenRequest {
  rest: RestClient;
  now: Date;
  settings: AzureSettings;
  /** Address of the token service, without a final slash. */
  login: string;
  scope: string;
}

/**
 * Access token for one of Azure's interfaces, by client credentials at Entra ID.
 * @throws {ConnectionLost} where the application or its credential is refused, or Entra ID cannot be reached
 */
export async function azureToken({ rest, now, settings, login, scope }: AzureTokenRequest): Promise<AccessToken> {
  const url = `${login}/${settings.tenant_id}/oauth2/v2.0/token`;
  const authentication = authenticationOf(settings, now);
  try {
    return await clientCredentialsToken({ url, clientId: settings.client_id, rest }, { authentication, scope });
  } catch (err) {
    throw err instanceof RestError ? new ConnectionLost(inWords(err), { cause: err }) : err;
  }
}

function authenticationOf({ client_secret, client_certificate }: AzureSettings, now: Date): ClientAuth {
  if (client_secret !== undefined) return ClientSecretPost(client_secret);
  const authentication = certificateJwt(client_certificate ?? '', now);
  if (!authentication) {
    throw new ConnectionLost('The client certificate is not a certificate with an RSA private key in PEM.');
  }
  return authentication;
}

/** A refusal as a sentence. Entra ID's own description may quote what was sent; only its number is repeated. */
function inWords({ status, body }: RestError): string {
  const refusal = TokenRefusal.safeParse(body);
  if (status === null || status >= 500) return 'Entra ID cannot be reached.';
  if (!refusal.success) return `Entra ID refuses the application with status ${String(status)}.`;
  const number = /^AADSTS\d+/.exec(refusal.data.error_description)?.[0];
  const code = [safeErrorCode(refusal.data.error), number].filter(Boolean).join(', ');
  return `Entra ID refuses the application (${code}); its id, its tenant or its credential is wrong or has expired.`;
}
