import {
  createSourceEventStream,
  execute,
  GraphQLError,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { ClientOrigin, RequestContext, Viewer } from '../context.js';
import type { Database } from '../platform/database/database.js';
import { AppError } from '../platform/errors.js';
import { inRootSpan, isRecording } from '../platform/telemetry/spans.js';
import { formatError, logFault, toAppError } from './errors.js';
import type { ExecutionLanes, LaneOptions } from './execution-lanes.js';
import { completed, type Executor } from './executor.js';
import { OpenSubscriptions } from './open-subscriptions.js';
import { countedCredentialOf, quotaRefusal, type RequestQuotas } from './request-quotas.js';
import { SendingTurns } from './sending-turns.js';
import { SharedResults, type Sharing } from './shared-results.js';
import { Subscriber } from './subscriber.js';
import { SubscriberCharges } from './subscriber-charges.js';
import type { UnreadAnswers } from './unread-answers.js';

/** Bytes of a message of a socket for each unit beyond the first: some milliseconds, to parse and to check them. Source: schema/contract/limits.md. */
const BYTES_PER_UNIT = 8 * 1024;
/** Units of the largest message that a socket takes. */
const MESSAGE_UNITS_MAX = 9;

/** Creates the context of one operation or one event, for a caller at an address. */
export type ContextFactory = (viewer: Viewer, origin: ClientOrigin, connection?: OperationConnection) => RequestContext;

/** What the context of an operation asks of the connection that it came by. */
export type OperationConnection = Pick<RequestContext, 'isGone' | 'confirm'>;

export interface SubscriptionTransportOptions {
  executor: Executor;
  database: Database;
  requestQuotas: RequestQuotas;
  unread: UnreadAnswers;
  lanes: ExecutionLanes;
  createContext: ContextFactory;
}

/** Takes units of the request quota beyond the one that every operation costs. @throws {AppError} RATE_LIMITED */
export type Take = (units: number) => Promise<unknown>;

/** Operation that a client sends over a socket or a stream. */
export interface OperationRequest {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

/**
 * Checks and execution of operations that come over a socket or an event stream: limits, validation, rate limit, tenant scope, and a
 * fresh context for each event of a subscription, which is executed once for all subscribers who get the same.
 */
export class SubscriptionTransport {
  /** Subscriptions that have been opened and not ended. */
  private readonly open = new Set<object>();
  /** Cost of the operation that was prepared for a context. */
  private readonly units = new WeakMap<RequestContext, number>();
  private readonly shared = new SharedResults();
  private readonly counted = new OpenSubscriptions();
  private readonly charges: SubscriberCharges;
  private readonly turns: SendingTurns;

  constructor(private readonly options: SubscriptionTransportOptions) {
    this.charges = new SubscriberCharges(options.requestQuotas);
    this.turns = new SendingTurns(options.lanes, options.unread);
  }

  /** Number of open subscriptions. */
  get subscriptions(): number {
    return this.open.size;
  }

  get schema(): GraphQLSchema {
    return this.options.executor.schema;
  }

  /**
   * Counts a message of a socket by its size (of an event stream the HTTP chain counts the request): for the tenant, or for the
   * address where nobody is identified yet.
   * @returns whether it is within the quota
   */
  async countMessage({ viewer, address }: { viewer?: Viewer; address: string }, bytes: number): Promise<boolean> {
    const { requestQuotas } = this.options;
    const units = 1 + Math.floor(bytes / BYTES_PER_UNIT);
    const quota = viewer ? requestQuotas.of(countedCredentialOf(viewer)) : requestQuotas.ofAddress(address);
    return !(await quota.takeUnits(units)).isExceeded;
  }

  /** Counts bytes that a socket or an event stream is sent. */
  chargeBytes(viewer: Viewer, bytes: number): void {
    this.charges.chargeBytes(viewer, bytes);
  }

  /** Prepares a counted operation of a socket. */
  async admit(
    viewer: Viewer,
    request: OperationRequest,
    { origin, connection }: { origin: ClientOrigin; connection: OperationConnection },
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const quota = this.options.requestQuotas.of(countedCredentialOf(viewer));
    const take: Take = async (units) => {
      const state = await quota.takeFurther(units, MESSAGE_UNITS_MAX);
      if (state.isExceeded) throw quotaRefusal(state);
    };
    return this.prepare(this.options.createContext(viewer, origin, connection), request, take);
  }

  /** The arguments to execute an operation with, or its errors. */
  async prepare(
    contextValue: RequestContext,
    request: OperationRequest,
    take: Take,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { executor } = this.options;
    const variableValues = request.variables ?? {};
    try {
      const { document, units } = executor.read(request.query, variableValues);
      if (units > 1) await take(units - 1);
      this.units.set(contextValue, units);
      const errors = [
        ...executor.validate(document),
        ...executor.variableErrors({
          document,
          operationName: request.operationName ?? null,
          variables: variableValues,
        }),
      ];
      if (errors.length > 0) return errors.map((error) => clientError(error, contextValue));
      return { schema: executor.schema, document, operationName: request.operationName, variableValues, contextValue };
    } catch (err) {
      return [clientError(err, contextValue)];
    }
  }

  /** Executes a query or a mutation. */
  execute = async (args: ExecutionArgs): Promise<ExecutionResult> => {
    const context = args.contextValue as RequestContext;
    const { executor } = this.options;
    const { document, operationName = null, variableValues: variables } = args;
    const work = async () =>
      executor.execute({ document, operationName: operationName ?? null, variables: variables ?? {}, context });
    const scope = { kind: 'tenant', tenantId: context.viewer.tenantId } as const;
    const result = await this.inTurn(context, () => this.options.database.within(scope, work, context.confirm), {
      afterWait: () => this.ask(context),
    }).catch((err: unknown): ExecutionResult => ({ errors: [asGraphqlError(err)] }));
    return withClientErrors(result, context);
  };

  /** Opens a subscription. @param gone aborted when its client has gone, with which it ends however far it was opened */
  subscribe = async (
    args: ExecutionArgs,
    gone?: AbortSignal,
  ): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> => {
    const context = args.contextValue as RequestContext;
    const sharing = { key: this.shared.keyOf(args, context), viewer: context.viewer };
    let leave: () => void;
    try {
      leave = this.counted.add(context.viewer, sharing.key);
    } catch (err) {
      return { errors: [clientError(err, context)] };
    }
    const source = await this.within(context, () => createSourceEventStream(args)).catch((err: unknown) => {
      leave();
      throw err;
    });
    if (Symbol.asyncIterator in source) return this.subscriber(args, { source, sharing, leave, gone });
    leave();
    return withClientErrors(source, context);
  };

  private subscriber(
    args: ExecutionArgs,
    {
      source,
      sharing,
      leave,
      gone,
    }: { source: AsyncIterable<unknown>; sharing: Sharing; leave: () => void; gone: AbortSignal | undefined },
  ): Subscriber {
    const context = args.contextValue as RequestContext;
    const units = this.units.get(context) ?? 1;
    const events = source[Symbol.asyncIterator]();
    this.open.add(events);
    return new Subscriber({
      ...{ context, units, gone, charges: this.charges, turns: this.turns },
      next: () => this.within(context, () => events.next()),
      resultOf: (rootValue, options) =>
        this.shared.resultOf(rootValue, sharing, async (watched) => {
          await this.charges.chargeExecution(context.viewer);
          return this.executeEvent({ ...args, rootValue }, this.options.createContext(watched, context), options);
        }),
      onEnd: async () => {
        this.open.delete(events);
        await events.return?.();
      },
      onIdle: leave,
    });
  }

  /** @param contextValue of the event alone; its turn is that of the subscription */
  private async executeEvent(
    args: ExecutionArgs,
    contextValue: RequestContext,
    { isFirst, signal }: { isFirst: boolean; signal: AbortSignal },
  ): Promise<ExecutionResult> {
    const context = args.contextValue as RequestContext;
    const work = () => execute({ ...args, contextValue });
    // The first event is the answer to the operation, and is refused like one; the others have waited for units and for their reader, and
    // are executed for all who share them.
    const done = isFirst
      ? this.inTurn(context, work, { isPatient: true, signal, afterWait: () => this.ask(context) })
      : this.inTurn(context, work, null);
    const result = await done.catch(refusedResult);
    return withClientErrors(completed(result), contextValue);
  }

  /** Refuses an operation whose turn came when others had used the quota up. */
  private async ask(context: RequestContext): Promise<void> {
    const own = MESSAGE_UNITS_MAX + (this.units.get(context) ?? 1);
    const state = await this.options.requestQuotas.of(countedCredentialOf(context.viewer)).takeFurther(0, own);
    if (state.isExceeded) throw quotaRefusal(state);
  }

  /** @param options null for work that others wait for too */
  private inTurn<T>(
    context: RequestContext,
    work: () => T | Promise<T>,
    options: Omit<LaneOptions, 'units'> | null,
  ): Promise<T> {
    const { lanes } = this.options;
    const units = this.units.get(context) ?? 1;
    // Over a socket no request of HTTP is open that an operation would be a part of.
    const traced = () => (isRecording() ? work() : inRootSpan('graphql operation', { kind: 'server' }, work));
    const within = () => this.within(context, traced);
    return options ? lanes.run(context, { units, ...options }, within) : lanes.runForAll(context, { units }, within);
  }

  private within<T>({ viewer }: RequestContext, work: () => T | Promise<T>): Promise<T> {
    const { database } = this.options;
    return database.forRequest(() =>
      database.within({ kind: 'tenant', tenantId: viewer.tenantId }, async () => work()),
    );
  }
}

/** @throws whatever is no refusal for the quota */
function refusedResult(err: unknown): ExecutionResult {
  if (err instanceof AppError && err.code === 'RATE_LIMITED') return { errors: [asGraphqlError(err)] };
  throw err;
}

function asGraphqlError(err: unknown): GraphQLError {
  const originalError = err instanceof Error ? err : new Error(String(err));
  return new GraphQLError(originalError.message, { originalError });
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
