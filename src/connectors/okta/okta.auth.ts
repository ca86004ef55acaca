import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import { codeWord } from '../code-word.rules.js';
import { ConnectionLost } from '../connector.js';
import { unreachable } from '../rest/rest-api.js';
import type { RestClient } from '../rest/rest-client.js';
import { RestError, Unanswered } from '../rest/rest-error.js';
import { clientAssertion } from '../rest/signed-assertion.js';
import { TokenCache, type AccessToken, type Credentials } from '../rest/token-cache.js';
import { SCOPES } from './okta.permissions.js';
import { readKey, type OktaSettings, type SigningKey } from './okta.settings.js';

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const ErrorAnswer = z.object({ error: z.string() });

/** An API token as it is, or access tokens of a service app. */
export function credentialsOf(settings: OktaSettings, client: RestClient, clock: Clock): Credentials {
  const { org_url, api_token, client_id, private_key, key_id } = settings;
  if (api_token !== undefined) {
    return { authorization: () => Promise.resolve(`SSWS ${api_token}`), forget: () => Promise.resolve(false) };
  }
  const key = private_key === undefined ? null : readKey(private_key);
  if (client_id === undefined || !key) throw new ConnectionLost('The integration has neither an API token nor a key.');
  const app = new ServiceApp({
    tokenUrl: `${org_url}/oauth2/v1/token`,
    clientId: client_id,
    key,
    keyId: key_id,
    client,
    clock,
  });
  return new TokenCache(() => app.fetchToken(), clock);
}

interface ServiceAppOptions {
  tokenUrl: string;
  clientId: string;
  key: SigningKey;
  keyId: string | undefined;
  client: RestClient;
  clock: Clock;
}

/** A service app at Okta's token endpoint. Okta refuses a request for several scopes when it lacks a single one of them. */
class ServiceApp {
  private scopes: readonly string[] = SCOPES;

  constructor(private readonly options: ServiceAppOptions) {}

  /** @throws {ConnectionLost} when Okta does not let the app in, or has granted it none of the scopes */
  async fetchToken(): Promise<AccessToken> {
    const token = await this.ask(this.scopes);
    if (token) return token;
    const granted: string[] = [];
    for (const scope of this.scopes) {
      if (await this.ask([scope])) granted.push(scope);
    }
    const narrower = granted.length === 0 ? null : await this.ask(granted);
    if (!narrower) {
      throw new ConnectionLost(`Okta has granted the service app none of the scopes ${SCOPES.join(', ')}.`);
    }
    this.scopes = granted;
    return narrower;
  }

  /** Null where one of the scopes is not granted. */
  private async ask(scopes: readonly string[]): Promise<AccessToken | null> {
    const { tokenUrl, clientId, client } = this.options;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: scopes.join(' '),
      ...clientAssertion(this.signer(), { clientId, audience: tokenUrl }),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    try {
      const request = { url: tokenUrl, method: 'POST' as const, headers, body: body.toString() };
      const answer = await client.ask(request, TokenAnswer);
      return { token: answer.access_token, expiresInSeconds: answer.expires_in };
    } catch (err) {
      if (!(err instanceof RestError)) throw err;
      if (errorOf(err) === 'invalid_scope') return null;
      throw lost(err);
    }
  }

  private signer() {
    const { key, keyId, clock } = this.options;
    const kid = keyId ?? key.keyId;
    const header: Record<string, string> = kid === null ? {} : { kid };
    return { key: key.key, algorithm: key.algorithm, header, now: clock.now() };
  }
}

function errorOf({ status, body }: RestError): string {
  return codeWord(ErrorAnswer.safeParse(body).data?.error) ?? String(status);
}

function lost(err: RestError): ConnectionLost {
  if (err instanceof Unanswered) return unreachable('Okta', err);
  if (err.status === null) {
    return new ConnectionLost('Okta gave no access token; is this the address of an Okta organization?');
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
