import { ClientSecretPost, type ClientAuth } from 'oauth4webapi';
import { z } from 'zod';
import { safeErrorCode } from '../error-code.rules.js';
import { ConnectionLost } from '../connector.js';
import { certificateJwt } from '../rest/client-authentication.js';
import { clientCredentialsToken } from '../rest/oauth-token.js';
import { unreachable } from '../rest/api-client.js';
import type { RestClient } from '../rest/rest-client.js';
import { RestError, NoResponse } from '../rest/rest-error.js';
import type { AccessToken } from '../rest/token-cache.js';
import type { CloudOrigins, M365Settings } from './m365-settings.js';

const TokenRefusal = z.object({ error: z.string(), error_description: z.string().nullish() });

/** Parameters of a token request. */
export interface M365TokenRequest {
  rest: RestClient;
  now: Date;
  settings: M365Settings;
  origins: CloudOrigins;
}

/**
 * Access token for Microsoft Graph, by client credentials (Microsoft identity platform, version 2.0).
 * @throws {ConnectionLost} where the app or its credential is refused, or Microsoft cannot be reached
 */
export async function m365Token({ rest, now, settings, origins }: M365TokenRequest): Promise<AccessToken> {
  const endpoint = {
    url: `${origins.login}/${settings.tenant_id}/oauth2/v2.0/token`,
    clientId: settings.client_id,
    rest,
  };
  const authentication = authenticationOf(settings, now);
  try {
    return await clientCredentialsToken(endpoint, { authentication, scope: `${origins.graph}/.default` });
  } catch (err) {
    throw err instanceof RestError ? lost(err) : err;
  }
}

function authenticationOf({ client_secret, certificate }: M365Settings, now: Date): ClientAuth {
  if (client_secret !== undefined) return ClientSecretPost(client_secret);
  const authentication = certificateJwt(certificate ?? '', now);
  if (!authentication) throw new ConnectionLost('The integration has neither a client secret nor a certificate.');
  return authentication;
}

function lost(err: RestError): ConnectionLost {
  if (err instanceof NoResponse) return unreachable('Microsoft Graph', err);
  if (err.status === null) return new ConnectionLost('Microsoft returned no access token.');
  const { error, error_description: description } = TokenRefusal.safeParse(err.body).data ?? {};
  const code = /AADSTS\d+/.exec(description ?? '')?.[0] ?? safeErrorCode(error) ?? String(err.status);
  const advice = ADVICE[code] ?? 'check tenant_id, client_id and the credential';
  return new ConnectionLost(`Microsoft refuses the app (${code}): ${advice}.`);
}

/** Advice for the error codes that administrators meet most. */
const ADVICE: Record<string, string | undefined> = {
  AADSTS90002: 'there is no tenant with this tenant_id in this cloud',
  AADSTS700016: 'the tenant has no app with this client_id',
  AADSTS7000215: 'client_secret is not the value of a secret of the app',
  AADSTS7000222: 'the client secret has expired',
  AADSTS700027: 'the certificate is not registered with the app, or has expired',
  AADSTS53003: 'a Conditional Access policy for workload identities blocks the app',
};
