import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { RestClient } from './rest-client.js';
import { UnexpectedResponse } from './rest-error.js';
import type { AccessToken } from './token-cache.js';

/** OAuth 2.0 token endpoint of a provider, and the client that authenticates there. */
export interface TokenEndpoint {
  /** `https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token` */
  url: string;
  clientId: string;
  /** Sends the request: over the guarded network, with its timeout and retries. */
  rest: RestClient;
}

/**
 * Access token by the client credentials grant (RFC 6749, section 4.4).
 * @param scope scopes, separated by spaces
 * @throws {RestError} where the endpoint refuses or does not answer, or its answer holds no token with a lifetime
 * @throws {ConnectionLost} where the key of the client cannot sign
 */
export function clientCredentialsToken(
  endpoint: TokenEndpoint,
  { authentication, scope }: { authentication: oauth.ClientAuth; scope: string },
): Promise<AccessToken> {
  return requestToken(endpoint, { grantType: 'client_credentials', authentication, parameters: { scope } });
}

/**
 * Access token by the JWT bearer grant (RFC 7523, section 2.1). The assertion names its issuer; the client sends nothing
 * else about itself. Throws as `clientCredentialsToken`.
 * @param assertion signed JSON Web Token
 */
export function jwtBearerToken(endpoint: TokenEndpoint, assertion: string): Promise<AccessToken> {
  return requestToken(endpoint, {
    grantType: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    authentication: () => undefined,
    parameters: { assertion },
  });
}

interface Grant {
  grantType: string;
  authentication: oauth.ClientAuth;
  parameters: Record<string, string>;
}

async function requestToken(
  { url, clientId, rest }: TokenEndpoint,
  { grantType, authentication, parameters }: Grant,
): Promise<AccessToken> {
  // The issuer becomes the audience of a client assertion: our providers want the endpoint there.
  const server: oauth.AuthorizationServer = { issuer: url, token_endpoint: url };
  const client: oauth.Client = { client_id: clientId };
  try {
    const response = await oauth.genericTokenEndpointRequest(server, client, authentication, grantType, parameters, {
      [oauth.customFetch]: fetchOver(rest),
      [oauth.allowInsecureRequests]: rest.allowsHttp,
    });
    const answer = await oauth.processGenericTokenEndpointResponse(server, client, response);
    if (!answer.expires_in) throw new UnexpectedResponse({ url });
    return { token: answer.access_token, expiresInSeconds: answer.expires_in };
  } catch (err) {
    // The library's errors hold the response, which may hold a token: none becomes a cause, which a log would show.
    if (err instanceof oauth.OperationProcessingError || err instanceof oauth.UnsupportedOperationError) {
      throw new UnexpectedResponse({ url });
    }
    throw err;
  }
}

type TokenFetch = NonNullable<oauth.TokenEndpointRequestOptions[typeof oauth.customFetch]>;

/**
 * The connectors' own client as the library's `fetch`. A refusal ends here, as `RestError`, which hides its body from logs;
 * the library would put it into an enumerable property of its error, with the secret that providers like to quote.
 */
function fetchOver(rest: RestClient): TokenFetch {
  return async (url, { method, headers, body }) =>
    Response.json(await rest.send({ url, method, headers, body: String(body) }, z.unknown()));
}
