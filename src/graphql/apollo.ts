import { ApolloServer, type ApolloServerPlugin, type BaseContext } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import type { GatewayInterface } from '@apollo/server-gateway-interface';
import { printSchema } from 'graphql';
import type { RequestContext } from '../context.js';
import type { Log } from '../platform/log.js';
import { formatError, logFault } from './errors.js';
import type { Executor } from './executor.js';
import { responseNamesRule } from './response-names.js';

export interface ApolloContext extends BaseContext {
  requestContext: RequestContext;
  /** The client's `Accept` header. */
  accept: string;
  /** Members of the answer's `extensions` that the client asked for. */
  extensions: Readonly<Record<string, unknown>> | null;
}

/**
 * Creates Apollo Server over our own executor. Its `gateway` option is how it accepts another executor; the cache-control plugin
 * is off because it doubles the CPU of a request.
 */
export function createApollo(executor: Executor, log: Log): ApolloServer<ApolloContext> {
  return new ApolloServer<ApolloContext>({
    gateway: gatewayOf(executor),
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    // A query known by its hash would pass by the limits: its cost depends on its variables, too.
    persistedQueries: false,
    validationRules: [responseNamesRule],
    stopOnTerminationSignals: false,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    logger: log,
    plugins: [ApolloServerPluginCacheControlDisabled(), answerCompleter()],
    // For errors before an operation is known; the plugin formats all others.
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
        executor: async ({ document, request, context }) =>
          executor.execute({
            document,
            // The client's: Apollo's own is null where the document has no such operation.
            operationName: request.operationName ?? null,
            variables: request.variables ?? {},
            context: (context as ApolloContext).requestContext,
          }),
      }),
    stop: () => Promise.resolve(),
  };
}

/**
 * Adds the extensions that the client asked for, and formats errors with our codes and the request's id. A client error has the status 200 unless the client accepts
 * GraphQL's own media type.
 */
function answerCompleter(): ApolloServerPlugin<ApolloContext> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ response, errors, contextValue }) => {
        if (response.body.kind !== 'single') return;
        const { requestContext, accept, extensions } = contextValue;
        if (extensions) response.body.singleResult.extensions = extensions;
        if (errors) {
          for (const error of errors) logFault(error, requestContext.log);
          response.body.singleResult.errors = errors.map((error) => formatError(error, requestContext.requestId));
        }
        if (response.http.status === 400 && !accept.includes('application/graphql-response+json')) {
          response.http.status = 200;
        }
      },
    }),
  };
}
