import type { ClientAuth } from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import { safeErrorCode } from '../error-code.rules.js';
import { ConnectionLost } from '../connector.js';
import { privateKeyJwt } from '../rest/client-authentication.js';
import { clientCredentialsToken, type TokenEndpoint } from '../rest/oauth-token.js';
import { unreachable } from '../rest/api-client.js';
import type { RestClient } from '../rest/rest-client.js';
import { RestError, NoResponse } from '../rest/rest-error.js';
import { TokenCache, type AccessToken, type Credentials } from '../rest/token-cache.js';
import { OAUTH_SCOPES } from './okta-permissions.js';
import { readKey, type OktaSettings, type SigningKey } from './okta-settings.js';

const TokenRefusal = z.object({ error: z.string() });

/**
 * Credentials of an organization: its API token as it is, or access tokens of its service app.
 * @throws {ConnectionLost} where the settings hold neither
 */
export function oktaCredentials(settings: OktaSettings, rest: RestClient, clock: Clock): Credentials {
  const { org_url, api_token, client_id, private_key, key_id } = settings;
  if (api_token !== undefined) {
    return { authorization: () => Promise.resolve(`SSWS ${api_token}`), forget: () => Promise.resolve(false) };
  }
  const key = private_key === undefined ? null : readKey(private_key);
  if (client_id === undefined || !key) throw new ConnectionLost('The integration has neither an API token nor a key.');
  const endpoint = { url: `${org_url}/oauth2/v1/token`, clientId: client_id, rest };
  const app = new ServiceApp(endpoint, { ...key, keyId: key_id ?? key.keyId }, clock);
  return new TokenCache(() => app.token(), clock);
}

/** A service app at Okta's token endpoint, which refuses a request for several scopes when the app lacks one of them. */
class ServiceApp {
  private scopes: readonly string[] = OAUTH_SCOPES;

  constructor(
    private readonly endpoint: TokenEndpoint,
    private readonly key: SigningKey,
    private readonly clock: Clock,
  ) {}

  /**
   * Access token for every scope that the app has been granted.
   * @throws {ConnectionLost} where Okta refuses the app or cannot be reached, or none of the scopes is granted
   */
  async token(): Promise<AccessToken> {
    const token = await this.request(this.scopes);
    if (token) return token;
    const granted: string[] = [];
    for (const scope of this.scopes) {
      if (await this.request([scope])) granted.push(scope);
    }
    const narrower = granted.length === 0 ? null : await this.request(granted);
    if (!narrower) {
      throw new ConnectionLost(`Okta has granted the service app none of the scopes ${OAUTH_SCOPES.join(', ')}.`);
    }
    this.scopes = granted;
    return narrower;
  }

  /** Null where one of the scopes is not granted. */
  private async request(scopes: readonly string[]): Promise<AccessToken | null> {
    try {
      const authentication = authenticationOf(this.key, this.clock.now());
      return await clientCredentialsToken(this.endpoint, { authentication, scope: scopes.join(' ') });
    } catch (err) {
      if (!(err instanceof RestError)) throw err;
      if (errorOf(err) === 'invalid_scope') return null;
      throw lost(err);
    }
  }
}

/** Okta documents the assertion without `client_id`, and accepts only one kind of client credentials in a request. */
function authenticationOf({ key, algorithm, keyId }: SigningKey, now: Date): ClientAuth {
  const header: Record<string, string> = keyId === null ? {} : { kid: keyId };
  const authentication = privateKeyJwt({ key, algorithm, header, now });
  return async (server, client, body, headers) => {
    await authentication(server, client, body, headers);
    body.delete('client_id');
  };
}

function errorOf({ status, body }: RestError): string {
  return safeErrorCode(TokenRefusal.safeParse(body).data?.error) ?? String(status);
}

function lost(err: RestError): ConnectionLost {
  if (err instanceof NoResponse) return unreachable('Okta', err);
  if (err.status === null) {
    return new ConnectionLost('Okta returned no access token; is this the address of an Okta organization?');
  }
  const error = errorOf(err);
  return new ConnectionLost(`Okta refuses the service app (${error}): ${ADVICE[error] ?? OTHER_ADVICE}.`);
}

const ADVICE: Record<string, string | undefined> = {
  invalid_client: 'check client_id and that the public half of private_key is registered with it',
  invalid_dpop_proof: 'switch off "Require Demonstrating Proof of Possession" in its general settings',
  unauthorized_client: 'it has to be an API Services app',
};
const OTHER_ADVICE = 'check that it is active, and its client_id and private_key';
