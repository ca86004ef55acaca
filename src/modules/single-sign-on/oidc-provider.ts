import { LRUCache } from 'lru-cache';
import * as oauth from 'oauth4webapi';
import { MINUTE, SECOND, type Clock } from '../../platform/clock.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import type { AttemptSecrets } from './attempt-secrets.rules.js';
import { groupsOf, identityOf } from './oidc-claims.rules.js';
import { providerFetch } from './provider-fetch.js';
import type { Identified } from './provider-identity.js';
import { atStep } from './provider-step.js';
import { SignOnRefusal } from './sign-on-refusal.js';

/** Time for which a discovery document is used: anybody may ask for a log-in. */
const DISCOVERY_MS = 5 * MINUTE;
const DISCOVERY_MAX = 100;
/** Most characters of what is cached of one document; one that has more is read each time. Real ones have two thousand. */
const DISCOVERY_CHARACTERS_MAX = 16_384;

/** An OpenID provider and our client there. */
export interface OidcConnection {
  issuer: string;
  clientId: string;
  /** Null for a public client, which PKCE alone protects. */
  clientSecret: string | null;
  groupClaim: string | null;
  redirectUri: string;
}

/** Values that bind an answer to its request. */
type OidcSecrets = Pick<AttemptSecrets, 'state' | 'nonce' | 'verifier'>;

export interface OidcRequest extends OidcSecrets {
  /** Address that the person gave, for the provider's form; null for none. */
  loginHint: string | null;
  /** Whether the person has to prove who they are, also where the provider knows them already. */
  isStepUp: boolean;
}

/**
 * OpenID Connect by the authorization code flow with PKCE (S256), state and nonce, written and checked by oauth4webapi,
 * which connectors use already: it takes our guarded network as its `fetch`, and has no dependencies. The signature of
 * the id token is verified also where TLS would do (OpenID Connect, 3.1.3.7, 6).
 */
export class OidcProvider {
  private readonly discovered = new LRUCache<string, oauth.AuthorizationServer>({
    max: DISCOVERY_MAX,
    ttl: DISCOVERY_MS,
  });
  private readonly fetch: ReturnType<typeof providerFetch>;

  constructor(
    private readonly network: GuardedNetwork,
    private readonly clock: Clock,
    options: { timeoutMs?: number } = {},
  ) {
    this.fetch = providerFetch(network, options.timeoutMs);
  }

  /** Address at the provider to which the browser goes. @throws {SignOnRefusal} provider_unreachable, invalid_response */
  async authorizationUrl(connection: OidcConnection, request: OidcRequest): Promise<string> {
    const server = await this.discover(connection);
    const challenge = await oauth.calculatePKCECodeChallenge(request.verifier);
    return atStep(connection.issuer, 'authorization', () => {
      const url = new URL(server.authorization_endpoint ?? '');
      // It goes to the browser: nothing but an address of the web.
      oauth.checkProtocol(url, !this.network.allowsHttp);
      const parameters = {
        client_id: connection.clientId,
        redirect_uri: connection.redirectUri,
        response_type: 'code',
        scope: scopesOf(server, connection),
        state: request.state,
        nonce: request.nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(request.loginHint === null ? {} : { login_hint: request.loginHint }),
        ...(server.claims_parameter_supported === true ? { claims: AUTH_TIME } : {}),
        ...(request.isStepUp ? { prompt: 'login', max_age: '0' } : {}),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    });
  }

  /**
   * Redeems the code of a callback, and verifies the id token: issuer, audience, nonce, time, signature. How old the
   * authentication may be is for the caller to say (`authentication-time.rules.ts`), as with SAML.
   * @param callback address to which the provider sent the browser, with its query
   * @throws {SignOnRefusal} provider_refused, provider_unreachable, invalid_response, groups_incomplete
   */
  async identify(
    connection: OidcConnection,
    secrets: OidcSecrets,
    callback: URL,
  ): Promise<Omit<Identified, 'requestId'>> {
    const { issuer, groupClaim } = connection;
    const server = await this.discover(connection);
    const client = this.clientOf(connection);
    const code = await atStep(issuer, 'authorization', () =>
      oauth.validateAuthResponse(server, client, callback, secrets.state),
    );
    const { claims, accessToken } = await this.redeem(server, { connection, secrets, code });
    const authenticatedAt = claims.auth_time === undefined ? null : claims.auth_time * SECOND;
    const isWhole = claims.email !== undefined && groupsOf(claims, groupClaim) !== undefined;
    if (isWhole || server.userinfo_endpoint === undefined)
      return { identity: identityOf(claims, groupClaim), authenticatedAt };
    const more = await atStep(issuer, 'userinfo', async () => {
      const answer = await oauth.userInfoRequest(server, client, accessToken, this.options);
      return oauth.processUserInfoResponse(server, client, claims.sub, answer);
    });
    return { identity: identityOf({ ...more, ...claims }, groupClaim), authenticatedAt };
  }

  /** Claims of the id token for a code, verified, and the access token beside it. */
  private async redeem(
    server: oauth.AuthorizationServer,
    { connection, secrets, code }: { connection: OidcConnection; secrets: OidcSecrets; code: URLSearchParams },
  ) {
    const { issuer, redirectUri } = connection;
    const client = this.clientOf(connection);
    const { response, tokens } = await atStep(issuer, 'token', async () => {
      const { verifier, nonce } = secrets;
      const authentication = authenticationOf(server, connection);
      const grant = [server, client, authentication, code, redirectUri, verifier, this.options] as const;
      const answer = await oauth.authorizationCodeGrantRequest(...grant);
      const expected = { expectedNonce: nonce, requireIdToken: true };
      return {
        response: answer,
        tokens: await oauth.processAuthorizationCodeResponse(server, client, answer, expected),
      };
    });
    await atStep(issuer, 'keys', () => oauth.validateApplicationLevelSignature(server, response, this.options));
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (!claims) throw new SignOnRefusal('invalid_response', 'the answer has no id token', { issuer, step: 'token' });
    return { claims, accessToken: tokens.access_token };
  }

  private async discover({ issuer }: OidcConnection): Promise<oauth.AuthorizationServer> {
    const known = this.discovered.get(issuer);
    if (known) return known;
    const found = await atStep(issuer, 'discovery', async () => {
      const url = new URL(issuer);
      return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, this.options));
    });
    const used = usedOf(found);
    // The library caches the keys of a provider beside this object, and no longer than it.
    if (JSON.stringify(used).length <= DISCOVERY_CHARACTERS_MAX) this.discovered.set(issuer, used);
    return used;
  }

  private get options() {
    const insecure = { [oauth.allowInsecureRequests]: this.network.allowsHttp };
    return { [oauth.customFetch]: this.fetch as typeof fetch, ...insecure };
  }

  private clientOf({ clientId }: OidcConnection): oauth.Client {
    const skewSeconds = Math.round((this.clock.now().getTime() - Date.now()) / SECOND);
    return { client_id: clientId, [oauth.clockSkew]: skewSeconds };
  }
}

/** What of a discovery document is used: it is cached for everybody, and anybody may be its author. */
function usedOf(found: oauth.AuthorizationServer): oauth.AuthorizationServer {
  const { issuer, authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri } = found;
  const { scopes_supported, token_endpoint_auth_methods_supported, id_token_signing_alg_values_supported } = found;
  const { claims_parameter_supported, authorization_response_iss_parameter_supported } = found;
  const used = {
    ...{ issuer, authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri },
    ...{ scopes_supported, token_endpoint_auth_methods_supported, id_token_signing_alg_values_supported },
    ...{ claims_parameter_supported, authorization_response_iss_parameter_supported },
  };
  return Object.fromEntries(
    Object.entries(used).filter(([, value]) => value !== undefined),
  ) as unknown as oauth.AuthorizationServer;
}

/** Asks for the moment of the authentication, which is optional without an age (OpenID Connect, 2 and 5.5). */
const AUTH_TIME = JSON.stringify({ id_token: { auth_time: null } });

/** `groups` where the provider has such a scope, as Okta does; others send groups by their own settings. */
function scopesOf({ scopes_supported: supported }: oauth.AuthorizationServer, { groupClaim }: OidcConnection): string {
  const hasGroups = groupClaim !== null && supported?.includes('groups') === true;
  return hasGroups ? 'openid email profile groups' : 'openid email profile';
}

/** Basic, which a provider has to offer (RFC 6749, 2.3.1), unless it offers only the form. */
function authenticationOf(server: oauth.AuthorizationServer, { clientSecret }: OidcConnection): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret);
}
