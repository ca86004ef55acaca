import Koa, { type Context, type Middleware } from 'koa';
import { RequestContext, type AppContext, type Caller, type Viewer } from '../context.js';
import type { Clock } from '../platform/clock.js';
import { newId } from '../platform/crypto/uuid.js';
import type { Database } from '../platform/database/database.js';
import { AppError, notFound } from '../platform/errors.js';
import type { NamedQuotaState, Quota } from '../platform/quota.js';
import type { OnFailure } from '../graphql/schema.js';
import { addressQuotaKey, tenantQuotaKey, type Callers } from '../graphql/callers.js';
import { formatError, logFault, toAppError } from '../graphql/errors.js';
import { hasLapsed, KnownCaller } from '../graphql/known-caller.js';
import { countedCredentialOf, type RequestQuotas } from '../graphql/request-quotas.js';
import type { UnreadAnswers } from '../graphql/unread-answers.js';
import type { PublicUrl } from '../platform/public-url.js';
import { addressOf } from './address.js';
import { browserExchange } from './browser-exchange.js';
import { compression } from './compression.js';
import { crossOrigin } from './cross-origin.js';
import { envelopeDefault, errorBody, requestIdOf } from './envelope.js';
import { loggablePath } from './loggable-path.js';
import { measureRequests, type OnRequest } from './metrics.js';
import { isGraph } from './graphql.js';
import { preferredLanguage } from './preferred-language.js';
import { chargesOf, count } from './charges.js';
import { chargeMade, holdUnread } from './made-answers.js';
import { limitParameters } from './query-parameters.js';
import { watchRequest, type OpenRequest, type OpenRequests } from './open-requests.js';
import { readableTarget, refuseUnreadable } from './readable-target.js';
import { paceRefusals, type RefusalPace } from './refusal-pace.js';
import { answerQuota, isQuotaAnswered, nameQuotas, quotaHeaders } from './quota-headers.js';
import type { ReservedRequests } from './reserved-requests.js';
import type { ServiceState } from './state.js';
import { traceRequests } from './trace-requests.js';

export interface HttpOptions {
  app: AppContext;
  database: Database;
  callers: Callers;
  requestQuota: Quota;
  requestQuotas: RequestQuotas;
  unread: UnreadAnswers;
  openRequests: OpenRequests;
  refusals: RefusalPace;
  reserved: ReservedRequests;
  onRequest: OnRequest;
  /** Called with each error of a request whose caller was looked up. */
  onFailure: OnFailure;
  /** Called with the context of each request of a known caller, before its route. */
  onCaller: (ctx: RequestContext) => Promise<void>;
  trustProxy: boolean;
  publicUrl: PublicUrl;
  /** Origins whose pages may use the interface, beside our own. */
  corsOrigins: ReadonlySet<string>;
  /** Whether bodies of REST have their envelope where the client does not say. */
  restEnvelope: 'standard' | 'none';
  /** Routes before the caller is looked up, which count no request: health, metrics, the assets of pages, and SCIM, which counts its own. */
  openRoutes: Middleware[];
  /** Routes after the caller was looked up, in the scope of their tenant if any. */
  routes: Middleware<ServiceState>[];
}

/** Creates the Koa chain: target → measure → trace → request id → compression → origins → errors → quota headers → open paths → caller → rate limit → tenant → routes. */
export function createHttpApp(options: HttpOptions): Koa<ServiceState> {
  const koa = new Koa<ServiceState>();
  koa.silent = true;
  koa.use(readableTarget);
  koa.use(measureRequests(options.onRequest));
  koa.use(traceRequests);
  koa.use(requestId);
  koa.use(accessLog(options.app));
  koa.use(envelopeDefault(options.restEnvelope));
  koa.use(compression());
  koa.use(holdUnread(options));
  if (options.corsOrigins.size > 0) koa.use(crossOrigin(options.corsOrigins));
  koa.use(paceRefusals(options.refusals, { keyOf: refusedKeyOf(options), isBehindProxy: options.trustProxy }));
  koa.use(errors(options.app, options.onFailure));
  koa.use(sendQuota(options));
  koa.use(refuseUnreadable);
  koa.use(limitParameters);
  koa.use((_ctx, next) => options.database.forRequest(next));
  for (const route of options.openRoutes) koa.use(route as Middleware<ServiceState>);
  koa.use(caller(options));
  for (const route of options.routes) koa.use(route);
  koa.use((ctx) => {
    // UNAUTHENTICATED without a caller: nobody without a token learns which paths exist.
    ctx.state.requestContext.viewer satisfies object;
    throw notFound();
  });
  return koa;
}

/** Creates the Koa chain of a process without transports: the open paths, and nothing else. */
export function createProbeApp({ app, openRoutes }: Pick<HttpOptions, 'app' | 'openRoutes'>): Koa {
  const koa = new Koa();
  koa.silent = true;
  koa.use(readableTarget);
  koa.use(requestId);
  koa.use(accessLog(app));
  koa.use(errors(app));
  koa.use(refuseUnreadable);
  for (const route of openRoutes) koa.use(route);
  koa.use(() => {
    throw notFound();
  });
  return koa;
}

/** Whose refusal it is: of the organization, as soon as it is known, or else of the address. */
function refusedKeyOf({ callers, trustProxy }: HttpOptions): (ctx: Context) => string {
  return (ctx) => {
    const { tenantId = callers.tenantOfKnown(ctx.headers.authorization) } = ctx.state as Partial<ServiceState>;
    return tenantId === null ? addressQuotaKey(addressOf(ctx.req, trustProxy)) : tenantQuotaKey(tenantId);
  };
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

const requestId: Middleware = async (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.set('X-Request-Id', REQUEST_ID.test(given) ? given : newId());
  await next();
};

/** Logs one line for each request, without address, body and query, and with an anonymized path. */
function accessLog({ log, clock }: AppContext): Middleware {
  return async (ctx, next) => {
    const startedAt = clock.now().getTime();
    await next();
    const ms = clock.now().getTime() - startedAt;
    log.debug(
      { requestId: requestIdOf(ctx), method: ctx.method, path: loggablePath(ctx.path), status: ctx.status, ms },
      'request',
    );
  };
}

/** Converts everything that is thrown to an error response, and logs internal errors. */
function errors({ log }: AppContext, onFailure: OnFailure = () => undefined): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (err) {
      const error = toAppError(isClientFault(err) ? AppError.invalid('', (err as Error).message) : err);
      logFault(error, log.child({ requestId: requestIdOf(ctx) }));
      ctx.state.errorCode = error.code;
      const { requestContext, operation = 'unknown' } = ctx.state as Partial<ServiceState>;
      if (requestContext) onFailure(requestContext, operation, error);
      answerError(ctx, error);
    }
  };
}

/** Whether Koa or Node threw the error for a malformed request, such as a path that cannot be decoded. */
function isClientFault(err: unknown): boolean {
  const { status, expose } = err as { status?: unknown; expose?: unknown };
  return (
    !(err instanceof AppError) &&
    ((typeof status === 'number' && status < 500 && expose === true) || err instanceof URIError)
  );
}

function answerError(ctx: Context, error: AppError): void {
  ctx.status = error.status;
  ctx.remove('ETag');
  if (error.status === 401) ctx.set('WWW-Authenticate', challengeOf(error));
  if (error.retryAfterSeconds !== null) ctx.set('Retry-After', String(error.retryAfterSeconds));
  ctx.body = ctx.path.startsWith('/graphql')
    ? { errors: [formatError(error, requestIdOf(ctx))] }
    : errorBody(ctx, error);
}

/** Challenge of a 401; for a step-up with the error and the age of RFC 9470, section 3. */
function challengeOf({ code }: AppError): string {
  if (code !== 'REAUTHENTICATION_REQUIRED') return 'Bearer';
  return 'Bearer error="insufficient_user_authentication", max_age="600"';
}

/** What a request is taken to hold until its answer is begun: an event stream is open for hours. */
const ANSWER_BYTES = 64 * 1024;

/** Looks up the caller, counts the request, and runs the rest of the chain in the scope of their tenant. */
function caller(options: HttpOptions): Middleware<ServiceState> {
  const { app, database, callers, openRequests, reserved, unread, trustProxy, publicUrl, onCaller } = options;
  return async (ctx, next) => {
    const { socket } = ctx.req;
    const address = addressOf(ctx.req, trustProxy);
    const { caller: found, quota } = await callers.find(ctx.headers.authorization, address);
    const viewer = found?.viewer ?? null;
    let known: KnownCaller | null = null;
    if (viewer) {
      ctx.state.tenantId = viewer.tenantId;
      const request = openRequestOf(ctx, viewer, { callers, clock: app.clock });
      watchRequest(ctx, openRequests, request);
      known = new KnownCaller(viewer, async () => (await request.recheck())?.viewer ?? null, app.clock);
    }
    if (quota) answerQuota(ctx, quota);
    const quotas: NamedQuotaState[] = [];
    if (viewer) {
      const reserve = await count(ctx, options.requestQuotas, countedCredentialOf(viewer), {
        isForReserve: reserved.has(ctx),
        onReserve: (state) => quotas.push(state),
      });
      if (reserve && reserved.isDecidedByBody(ctx)) ctx.state.reserve = reserve;
      else if (reserve) quotas.push(reserve.state);
    } else Object.assign(ctx.state, chargesOf(ctx, options.requestQuotas.ofAddress(address)));
    const language = preferredLanguage(ctx);
    ctx.state.requestContext = new RequestContext({
      app,
      viewer,
      em: () => database.fork(),
      requestId: requestIdOf(ctx),
      address,
      userAgent: ctx.get('User-Agent') || null,
      language,
      // REST answers what its specification shows, in English.
      ...(isGraph(ctx) && language ? { contentLanguage: language } : {}),
      browser: browserExchange(ctx, publicUrl),
      quotas,
      isGone: () => socket.destroyed,
      ...(known ? { confirm: known.confirm } : {}),
      ...(found ? { values: found.values } : {}),
    });
    // Also what no lane executes: files, pages, and answers from the cache.
    const readBefore = socket.bytesRead;
    const bytes = () => heldBefore(ctx, socket.bytesRead - readBefore);
    const answer = () => unread.holding({ viewerIfAny: viewer, address }, bytes, next);
    if (!viewer) {
      await answer();
      await chargeMade(ctx);
      return;
    }
    try {
      const work = async () => {
        await onCaller(ctx.state.requestContext);
        await answer();
        await chargeMade(ctx);
      };
      await database.within({ kind: 'tenant', tenantId: viewer.tenantId }, work, known?.confirm);
    } finally {
      nameQuotas(ctx, ctx.state.requestContext.quotas);
    }
  };
}

/** Bytes that are held of a request before its answer is begun: until its body has come as much as has come of it. */
function heldBefore({ req, res }: Context, received: number): number {
  if (res.headersSent) return 0;
  return req.complete ? ANSWER_BYTES : Math.min(received, ANSWER_BYTES);
}

function openRequestOf(
  ctx: Context,
  viewer: Viewer,
  { callers, clock }: { callers: Callers; clock: Clock },
): OpenRequest<Caller> {
  const { socket } = ctx.req;
  const credential = ctx.headers.authorization ?? '';
  return {
    credential,
    recheck: () => callers.recheck(credential, viewer.tenantId),
    mustEnd: (found) => hasLapsed(viewer, found?.viewer ?? null, clock),
    end: () => socket.destroy(),
  };
}

/**
 * Sets the rate limit headers of whatever is answered before anybody counts it, on open paths and at failures: those of the address.
 * Source: schema/contract/limits.md.
 */
function sendQuota({ requestQuota, trustProxy }: HttpOptions): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      if (!isQuotaAnswered(ctx) && !ctx.headerSent)
        ctx.set(quotaHeaders(await requestQuota.peek(addressQuotaKey(addressOf(ctx.req, trustProxy)))));
    }
  };
}
