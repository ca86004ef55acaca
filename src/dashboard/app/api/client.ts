import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { from, of, switchMap, throwError } from 'rxjs';
import { languageHeader } from '../i18n';
import { TYPE_POLICIES } from './cache-policies';
import type { Connection } from './context';
import { joinedQueries } from './joined-queries';
import { waitingOutRateLimit } from './rate-limit';
import { wholeAnswers } from './whole-answers';

/** GraphQL client of the page: queries and mutations by POST, subscriptions over one socket. */
export function createClient({ sessions, socket, stepUp, rateLimit }: Connection): ApolloClient {
  const authorized = new ApolloLink((operation, forward) =>
    from(sessions.headers()).pipe(
      switchMap((headers) => {
        operation.setContext({ headers: { ...headers, ...languageHeader() } });
        return forward(operation);
      }),
    ),
  );
  const ended = new ErrorLink(({ error, result, operation, forward }) => {
    if (!isSignedOut(error)) return;
    const { headers } = operation.getContext() as { headers?: Record<string, string> };
    const refused = headers?.Authorization?.replace('Bearer ', '') ?? '';
    // Once more with the next token: the refused one may have expired on its way.
    return from(sessions.renew(refused)).pipe(
      switchMap((isRenewed) => {
        if (isRenewed) return forward(operation);
        return result ? of(result) : throwError(() => error);
      }),
    );
  });
  const stepped = new ErrorLink(({ error, result, operation, forward }) => {
    if (!result || !hasCode(error, 'REAUTHENTICATION_REQUIRED')) return;
    return from(stepUp.ask()).pipe(switchMap((isProven) => (isProven ? forward(operation) : of(result))));
  });
  const http = new HttpLink({ uri: '/graphql' });
  return new ApolloClient({
    link: joinedQueries()
      .concat(waitingOutRateLimit(rateLimit))
      .concat(ended)
      .concat(stepped)
      .concat(authorized)
      .concat(wholeAnswers)
      .split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        new GraphQLWsLink(socket.client),
        http,
      ),
    queryDeduplication: false,
    cache: new InMemoryCache({ typePolicies: TYPE_POLICIES }),
    // A page shows what is cached at once and queries again, so that nothing it shows is older than its opening.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
  });
}

function isSignedOut(error: unknown): boolean {
  return hasCode(error, 'UNAUTHENTICATED') || (ServerError.is(error) && error.statusCode === 401);
}

function hasCode(error: unknown, code: string): boolean {
  return CombinedGraphQLErrors.is(error) && error.errors.some(({ extensions }) => extensions?.code === code);
}
