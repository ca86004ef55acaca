import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';

/**
 * Sends queries and mutations by POST, subscriptions over graphql-ws, both to `/graphql` of this host.
 *
 * An `Authorization` in the headers editor overrides the session's token. Sockets send the headers as the payload of
 * `connection_init`; each subscription has its own socket, so that it always has the current token.
 *
 * @throws {Error} when the schema is requested without a session, which the service would refuse
 */
export function createFetcher(tokenNow: () => string | null): Fetcher {
  const socketUrl = new URL('/graphql', window.location.href);
  socketUrl.protocol = socketUrl.protocol.replace('http', 'ws');
  const fetcher = createGraphiQLFetcher({
    url: '/graphql',
    subscriptionUrl: socketUrl.href,
    // The service answers neither @defer nor @stream.
    enableIncrementalDelivery: false,
  });
  return (params, options) => {
    const headers = withAuthorization(options?.headers ?? {}, tokenNow());
    if (params.operationName === 'IntrospectionQuery' && !('Authorization' in headers)) {
      throw new Error('Sign in above, or set Authorization under Headers, to load the schema.');
    }
    return fetcher(params, { ...options, headers });
  };
}

/**
 * The headers with a canonical `Authorization`, whatever its case in the editor, or with one created from the token.
 */
function withAuthorization(headers: Record<string, unknown>, token: string | null): Record<string, unknown> {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization');
  const typed = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const authorization = typed === undefined || typed === '' ? token && `Bearer ${token}` : typed;
  return { ...Object.fromEntries(others), ...(authorization ? { Authorization: authorization } : {}) };
}
