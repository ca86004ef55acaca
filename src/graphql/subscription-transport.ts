import {
  createSourceEventStream,
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { RequestContext, Viewer } from '../context.js';
import type { Database } from '../platform/database/database.js';
import { AppError } from '../platform/errors.js';
import type { Quota } from '../platform/quota.js';
import { formatError, logFault, toAppError } from './errors.js';
import type { Executor } from './executor.js';

const VARIABLE_ERRORS_MAX = 50;

/** Creates the context of one operation or one event, for a caller at an address. */
export type ContextFactory = (viewer: Viewer, address: string | null) => RequestContext;

export interface SubscriptionTransportOptions {
  executor: Executor;
  database: Database;
  requestQuota: Quota;
  createContext: ContextFactory;
}

/** Operation that a client sends over a socket or a stream. */
export interface OperationRequest {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

/**
 * Checks and execution of operations that come over a socket or an event stream: limits, validation, rate limit, tenant scope, and a
 * fresh context for each event of a subscription.
 */
export class SubscriptionTransport {
  /** Subscriptions that have been opened and not ended. */
  private readonly open = new Set<object>();

  constructor(private readonly options: SubscriptionTransportOptions) {}

  /** Number of open subscriptions. */
  get subscriptions(): number {
    return this.open.size;
  }

  get schema(): GraphQLSchema {
    return this.options.executor.schema;
  }

  /** Counts an operation of a socket against the rate limit (the HTTP chain counted only the socket's opening), and prepares it. */
  async admit(
    viewer: Viewer,
    request: OperationRequest,
    address: string,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { requestQuota, createContext } = this.options;
    const contextValue = createContext(viewer, address);
    const state = await requestQuota.consume(`tenant ${viewer.tenantId}`, viewer.rateLimitPerMinute ?? undefined);
    if (!state.isExceeded) return this.prepare(contextValue, request);
    const refusal = new AppError('RATE_LIMITED', `at most ${state.limit} requests a minute`, {
      retryAfterSeconds: state.resetSeconds,
    });
    return [clientError(refusal, contextValue)];
  }

  /** The arguments to execute an operation with, or its errors. */
  async prepare(
    contextValue: RequestContext,
    request: OperationRequest,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { executor } = this.options;
    const variableValues = request.variables ?? {};
    try {
      const document = executor.read(request.query, variableValues);
      const errors = [...executor.validate(document), ...variableErrors(executor.schema, document, request)];
      if (errors.length > 0) return errors.map((error) => clientError(error, contextValue));
      return { schema: executor.schema, document, operationName: request.operationName, variableValues, contextValue };
    } catch (err) {
      return [clientError(err, contextValue)];
    }
  }

  /** Executes a query or a mutation. */
  execute = async (args: ExecutionArgs): Promise<ExecutionResult> => {
    const context = args.contextValue as RequestContext;
    const result = await this.within(context, () =>
      this.options.executor.execute({
        document: args.document,
        operationName: args.operationName ?? null,
        variables: args.variableValues ?? {},
        context,
      }),
    );
    return withClientErrors(result, context);
  };

  /** Opens a subscription: each event is executed in a context of its own. */
  subscribe = async (args: ExecutionArgs): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> => {
    const context = args.contextValue as RequestContext;
    const source = await this.within(context, () => createSourceEventStream(args));
    if (!(Symbol.asyncIterator in source)) return withClientErrors(source, context);
    const events = source[Symbol.asyncIterator]();
    this.open.add(events);
    const toResult = async (event: IteratorResult<unknown>): Promise<IteratorResult<ExecutionResult>> => {
      if (event.done) {
        this.open.delete(events);
        return { done: true, value: undefined };
      }
      const contextValue = this.options.createContext(context.viewer, context.address);
      const result = await this.within(contextValue, () => execute({ ...args, contextValue, rootValue: event.value }));
      return { done: false, value: withClientErrors(result, contextValue) };
    };
    const end = async (): Promise<IteratorResult<ExecutionResult>> => {
      this.open.delete(events);
      await events.return?.();
      return { done: true, value: undefined };
    };
    const results: AsyncIterableIterator<ExecutionResult> = {
      next: () => this.within(context, () => events.next()).then(toResult),
      return: end,
      // graphql-sse ends only iterators that have `throw`: without it, a client that disconnects would leave its subscription open.
      throw: end,
      [Symbol.asyncIterator]() {
        return this;
      },
    };
    return results;
  };

  private within<T>({ viewer }: RequestContext, work: () => T | Promise<T>): Promise<T> {
    return this.options.database.within({ kind: 'tenant', tenantId: viewer.tenantId }, async () => work());
  }
}

/** Errors of the variables, to be answered before a stream is opened. */
function variableErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, variables }: OperationRequest,
): readonly GraphQLError[] {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return getVariableValues(schema, definitions, variables ?? {}, { maxErrors: VARIABLE_ERRORS_MAX }).errors ?? [];
}

function withClientErrors(result: ExecutionResult, context: RequestContext): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => clientError(error, context)) };
}

/** Logs an internal error, and returns the form that clients see. */
function clientError(error: unknown, { requestId, log }: RequestContext): GraphQLError {
  logFault(error, log);
  const { message, path, extensions } = formatError(error, requestId);
  return new GraphQLError(message, { path, extensions, originalError: toAppError(error) });
}
