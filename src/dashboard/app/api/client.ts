import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import type { SessionStore } from '../session-store';
import { growingList } from './growing-list';
import type { Socket } from './socket';

/** GraphQL client of the page: queries and mutations by POST, subscriptions over one socket. */
export function createClient(sessions: SessionStore, socket: Socket): ApolloClient {
  const authorized = new ApolloLink((operation, forward) => {
    operation.setContext({ headers: sessions.headers() });
    return forward(operation);
  });
  const ended = new ErrorLink(({ error, operation }) => {
    // What was asked with a former token says nothing about the present one.
    const { headers } = operation.getContext() as { headers?: Record<string, string> };
    const isOfPresent = headers?.Authorization === sessions.headers().Authorization;
    if (isSignedOut(error) && isOfPresent) sessions.expire();
  });
  const http = new HttpLink({ uri: '/graphql' });
  return new ApolloClient({
    link: ended
      .concat(authorized)
      .split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        new GraphQLWsLink(socket.client),
        http,
      ),
    cache: new InMemoryCache({
      typePolicies: {
        // These have an id that belongs to what they tell of, or none.
        Organization: { keyFields: ['tenantId'] },
        HeatmapRow: { keyFields: false },
        IntegrationKind: { keyFields: ['type'] },
        AuditActor: { keyFields: false },
        // Live events tell a part of it.
        ScanProgress: { merge: true },
        Query: {
          fields: {
            scans: growingList(),
            scanResults: growingList('scanId', 'status', 'frameworkId'),
            unknownRules: growingList('scanId'),
          },
        },
        FailingResource: { keyFields: false },
      },
    }),
    // A page shows what it has at once and asks again: what is shown is never older than its opening.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
  });
}

function isSignedOut(error: unknown): boolean {
  if (CombinedGraphQLErrors.is(error))
    return error.errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
  return ServerError.is(error) && error.statusCode === 401;
}
