import { ApolloServer, HeaderMap, type ApolloServerPlugin, type BaseContext } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import type { GatewayInterface } from '@apollo/server-gateway-interface';
import { GraphQLError, Kind, printSchema, type OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../context.js';
import { AppError } from '../platform/errors.js';
import type { Log } from '../platform/log.js';
import { isPublic } from './access.js';
import { formatError, logFault } from './errors.js';
import type { Executor } from './executor.js';
import { LimitError } from './limits.js';

export interface ApolloContext extends BaseContext {
  requestContext: RequestContext;
  /** The client's `Accept` header. */
  accept: string;
}

/**
 * Apollo Server over our own executor. Its `gateway` option is how another executor is put in; the cache-control plugin is
 * off because it doubles the CPU of a request.
 */
export function createApollo(executor: Executor, log: Log): ApolloServer<ApolloContext> {
  return new ApolloServer<ApolloContext>({
    gateway: gatewayOf(executor),
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    logger: log,
    plugins: [ApolloServerPluginCacheControlDisabled(), doorkeeper(executor)],
    // For what fails before an operation is known; all else is told by the doorkeeper.
    formatError: (_formatted, error) => formatError(error, ''),
  });
}

function gatewayOf(executor: Executor): GatewayInterface {
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: executor.schema, coreSupergraphSdl: printSchema(executor.schema) });
      return () => undefined;
    },
    load: () =>
      Promise.resolve({
        executor: async ({ document, operationName, request, context }) =>
          executor.execute({
            document,
            operationName,
            variables: request.variables ?? {},
            context: (context as ApolloContext).requestContext,
          }),
      }),
    stop: () => Promise.resolve(),
  };
}

/** Keeps the limits, asks for a token, names the request in errors and settles the status of refused queries. */
function doorkeeper(executor: Executor): ApolloServerPlugin<ApolloContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveSource: async ({ source, request }) => {
          try {
            executor.read(source, request.variables ?? {});
          } catch (err) {
            // A syntax error is Apollo's to tell; the limit on tokens is told by the parser too, but is a refusal.
            if (err instanceof LimitError) throw err;
            if (err instanceof GraphQLError && err.message.includes('token limit')) throw new LimitError(err.message);
          }
        },
        didResolveOperation: async ({ operation, contextValue }) => {
          if (!operation || contextValue.requestContext.viewerIfAny) return;
          if (isOpen(operation)) return;
          const originalError = new AppError('UNAUTHENTICATED', 'a valid access token is needed');
          const headers = new HeaderMap([['www-authenticate', 'Bearer']]);
          throw new GraphQLError(originalError.message, {
            originalError,
            extensions: { code: originalError.code, http: { status: originalError.status, headers } },
          });
        },
        willSendResponse: async ({ response, errors, contextValue }) => {
          if (response.body.kind !== 'single') return;
          const { requestContext, accept } = contextValue;
          if (errors) {
            for (const error of errors) logFault(error, requestContext.log);
            response.body.singleResult.errors = errors.map((error) => formatError(error, requestContext.requestId));
          }
          if (
            response.http.status === 400 &&
            !hasLimitError(errors) &&
            !accept.includes('application/graphql-response+json')
          ) {
            response.http.status = 200;
          }
        },
      }),
  };
}

/** Whether every root field may be asked without a token. */
function isOpen(operation: OperationDefinitionNode): boolean {
  const type = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[operation.operation];
  return operation.selectionSet.selections.every(
    (selection) =>
      selection.kind === Kind.FIELD &&
      (selection.name.value === '__typename' || isPublic(`${type}.${selection.name.value}`)),
  );
}

function hasLimitError(errors: readonly unknown[] | undefined): boolean {
  return (errors ?? []).some(
    (error) => error instanceof LimitError || (error as GraphQLError).originalError instanceof LimitError,
  );
}
