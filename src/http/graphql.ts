import type { ServerResponse } from 'node:http';
import type { ApolloServer } from '@apollo/server';
import { koaMiddleware } from '@as-integrations/koa';
import type { ExecutionResult, GraphQLError } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/koa';
import type { Context, Middleware, ParameterizedContext } from 'koa';
import { admit, isInReserve, type HttpOperation } from '../graphql/admission.js';
import type { ApolloContext } from '../graphql/apollo.js';
import { endStream } from '../graphql/connection-end.js';
import { watchCredential } from '../graphql/credential-watch.js';
import { toAppError } from '../graphql/errors.js';
import type { Identify } from '../graphql/callers.js';
import type { ExecutionLanes } from '../graphql/execution-lanes.js';
import type { Executor } from '../graphql/executor.js';
import type { CallerConnections } from '../graphql/open-connections.js';
import type { SubscriptionTransport } from '../graphql/subscription-transport.js';
import { DEFAULT_LANGUAGE } from '../messages/language.js';
import { AppError } from '../platform/errors.js';
import type { UnreadAnswers } from '../graphql/unread-answers.js';
import { bodyUnits, readBody, refuseFault } from './body.js';
import type { GraphqlAnswers } from './graphql-answers.js';
import { SentEvents } from './sent-events.js';
import type { ServiceState } from './state.js';

/** `/graphql` over HTTP. */
export function graphqlRoute(
  apollo: ApolloServer<ApolloContext>,
  { executor, lanes, answers }: { executor: Executor; lanes: ExecutionLanes; answers: GraphqlAnswers },
): Middleware<ServiceState> {
  const handle = koaMiddleware(apollo, {
    context: ({ ctx }) =>
      Promise.resolve({
        requestContext: (ctx.state as ServiceState).requestContext,
        accept: ctx.headers.accept ?? '',
        extensions: (ctx.state as ServiceState).answerExtensions ?? null,
      }),
  }) as unknown as Middleware<ServiceState>;
  return async (ctx, next) => {
    if (ctx.path !== '/graphql') {
      await next();
      return;
    }
    nameLanguage(ctx);
    await readOperationBody(ctx);
    const { requestContext, take, ask } = ctx.state;
    const request = operationOf(ctx);
    const { units, document } = admit(executor, requestContext, request);
    refuseUnlessReserved(ctx.state, () => isInReserve(document, request.operationName, requestContext.app.access));
    await take(units - 1);
    // The cost of an answer is that of its request: one that states it is not cached.
    if (request.wantsCost && document) {
      const cost = executor.estimate(document, request);
      ctx.state.answerExtensions = cost && { cost: { units, ...cost } };
    }
    const place = request.wantsCost ? null : answers.placeOf(ctx, request, document);
    const cached = place && answers.find(place);
    if (place && cached) {
      await ask();
      answers.send(ctx, place, cached);
      return;
    }
    await lanes.run(
      requestContext,
      { units: units + bodyUnits(ctx), afterWait: ask },
      () => handle(ctx, () => Promise.resolve()) as Promise<void>,
    );
    if (place) answers.keep(ctx, place);
  };
}

/** Whether a path is answered by the graph. */
export function isGraph({ path }: Pick<Context, 'path'>): boolean {
  return path === '/graphql' || path === '/graphql/stream';
}

/** States the language of an answer that is not in English. Nothing caches answers, so that those in English need not say what they vary by. */
function nameLanguage(ctx: ParameterizedContext<ServiceState>): void {
  const { contentLanguage } = ctx.state.requestContext;
  if (contentLanguage === DEFAULT_LANGUAGE) return;
  ctx.set('Content-Language', contentLanguage);
  ctx.vary('Accept-Language');
}

/** @throws {AppError} RATE_LIMITED for a request beyond the quota that is not for the reserve */
function refuseUnlessReserved({ reserve, requestContext }: ServiceState, isReserved: () => boolean): void {
  if (!reserve) return;
  if (!isReserved()) throw reserve.refusal;
  requestContext.quotas.push(reserve.state);
}

export interface StreamOptions {
  transport: SubscriptionTransport;
  identify: Identify;
  connections: CallerConnections;
  unread: UnreadAnswers;
  /** Open event streams; the route adds and removes them. */
  open: Set<ServerResponse>;
}

/** Value of `Retry-After` for a client with too many open streams. */
const RETRY_SECONDS = 10;

/** `/graphql/stream`: GraphQL over server-sent events, one connection for each operation, which `curl -N` can use. */
export function streamRoute({
  transport,
  identify,
  connections,
  unread,
  open,
}: StreamOptions): Middleware<ServiceState> {
  const sent = new WeakMap<ServerResponse, SentEvents>();
  const handle = createHandler({
    schema: transport.schema,
    execute: transport.execute as never,
    subscribe: transport.subscribe as never,
    onNext: (_ctx, req, result) =>
      sent.get((req.context as unknown as Context).res)?.replace(result as ExecutionResult) as never,
    onSubscribe: async (req, params) => {
      const { requestContext, take } = (req.context as unknown as { state: ServiceState }).state;
      const prepared = await transport.prepare(requestContext, params, take);
      if (!Array.isArray(prepared)) return prepared as never;
      const { status } = toAppError((prepared as GraphQLError[])[0]);
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      return [JSON.stringify({ errors: prepared }), { status, statusText: 'Refused', headers }];
    },
  }) as unknown as Middleware<ServiceState>;
  return async (ctx, next) => {
    if (ctx.path !== '/graphql/stream') {
      await next();
      return;
    }
    const { requestContext } = ctx.state;
    const { viewer, clock } = requestContext;
    await readOperationBody(ctx);
    const leave = connections.open(viewer);
    if (!leave) {
      throw new AppError('RATE_LIMITED', 'too many sockets and event streams are open', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    // This path answers with events alone, also to `curl -N`, which accepts anything.
    ctx.headers.accept = 'text/event-stream';
    const recheck = async () => (await identify(ctx.headers.authorization))?.viewer ?? null;
    // Here its client learns why it ends.
    ctx.state.unwatch?.();
    const stop = watchCredential({ viewer, recheck, clock }, (why) => endStream(ctx.res, why));
    // The handler waits for ever to write its last event to a client that has disconnected.
    const closed = new Promise<void>((resolve) => ctx.res.once('close', () => resolve()));
    open.add(ctx.res);
    sent.set(ctx.res, new SentEvents(ctx.res, (bytes) => transport.chargeBytes(viewer, bytes)));
    const stopWatching = unread.watch(requestContext, {
      socket: ctx.req.socket,
      waiting: () => ctx.res.writableLength,
      end: () => ctx.res.destroy(),
      bytes: 0,
    });
    try {
      await Promise.race([handle(ctx, () => Promise.resolve()), closed]);
    } finally {
      open.delete(ctx.res);
      stopWatching();
      stop();
      leave();
    }
  };
}

/** @throws {AppError} METHOD_NOT_ALLOWED for a method other than GET and POST; errors of `readBody` */
async function readOperationBody(ctx: Context): Promise<void> {
  if (ctx.method !== 'GET' && ctx.method !== 'POST') {
    ctx.set('Allow', 'GET, POST');
    throw new AppError('METHOD_NOT_ALLOWED', `this path does not support ${ctx.method}`);
  }
  ctx.request.body = ((await readBody(ctx)) ?? {}) as typeof ctx.request.body;
}

/**
 * The operation of a request.
 * @throws {AppError} VALIDATION_FAILED for a batch
 */
function operationOf(ctx: Context): HttpOperation {
  const body = ctx.request.body as unknown;
  if (Array.isArray(body)) throw AppError.invalid('', 'batches of operations are not supported');
  const isGet = ctx.method === 'GET';
  const { query, operationName, variables, extensions } = (isGet ? ctx.query : body) as Record<string, unknown>;
  const asked = asVariables(isGet && typeof extensions === 'string' ? parseJson(extensions) : extensions);
  return {
    query: typeof query === 'string' ? query : '',
    operationName: typeof operationName === 'string' ? operationName : null,
    variables: asVariables(isGet && typeof variables === 'string' ? parseJson(variables) : variables),
    wantsCost: asked.cost === true,
  };
}

function asVariables(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Undefined for malformed JSON, which Apollo Server answers. @throws {AppError} VALIDATION_FAILED for a member that is given twice */
function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  refuseFault(text, value);
  return value;
}
