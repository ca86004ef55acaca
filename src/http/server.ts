import Koa, { type Context, type Middleware } from 'koa';
import { RequestContext, type AppContext, type Caller, type Viewer } from '../context.js';
import { newId } from '../platform/crypto/uuid.js';
import type { Database } from '../platform/database/database.js';
import { AppError, notFound } from '../platform/errors.js';
import type { Quota, QuotaState } from '../platform/quota.js';
import { formatError, logFault, toAppError } from '../graphql/errors.js';
import { errorBody, requestIdOf } from './envelope.js';
import { loggablePath } from './loggable-path.js';
import { measureRequests, type OnRequest } from './metrics.js';
import type { ServiceState } from './state.js';

/** Looks up the caller of a request by its credential; null when there is none or it is not valid. */
export type Identify = (authorization: string | undefined) => Promise<Caller | null>;

export interface HttpOptions {
  app: AppContext;
  database: Database;
  identify: Identify;
  requestQuota: Quota;
  onRequest: OnRequest;
  trustProxy: boolean;
  /** Routes before the caller is looked up: health, pages, signed links. */
  openRoutes: Middleware[];
  /** Routes after the caller was looked up, in the scope of their tenant if any. */
  routes: Middleware<ServiceState>[];
}

/** Creates the Koa chain: measure → request id → errors → quota headers → open paths → caller → rate limit → tenant → routes. */
export function createHttpApp(options: HttpOptions): Koa<ServiceState> {
  // The one address that our own proxy wrote; see `addressOf`.
  const koa = new Koa<ServiceState>({ proxy: options.trustProxy, maxIpsCount: 1 });
  koa.silent = true;
  koa.use(measureRequests(options.onRequest));
  koa.use(requestId);
  koa.use(accessLog(options.app));
  koa.use(errors(options.app));
  koa.use(sendQuota(options.requestQuota));
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
  koa.use(requestId);
  koa.use(accessLog(app));
  koa.use(errors(app));
  for (const route of openRoutes) koa.use(route);
  koa.use(() => {
    throw notFound();
  });
  return koa;
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

const requestId: Middleware = async (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.set('X-Request-Id', REQUEST_ID.test(given) ? given : newId());
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Cache-Control', 'no-store');
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
function errors({ log }: AppContext): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (err) {
      const error = toAppError(isClientFault(err) ? AppError.invalid('', (err as Error).message) : err);
      logFault(error, log.child({ requestId: requestIdOf(ctx) }));
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
  if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSeconds !== null) ctx.set('Retry-After', String(error.retryAfterSeconds));
  ctx.body = ctx.path.startsWith('/graphql')
    ? { errors: [formatError(error, requestIdOf(ctx))] }
    : errorBody(ctx, error);
}

/** Looks up the caller, counts the request, and runs the rest of the chain in the scope of their tenant. */
function caller({ app, database, identify, requestQuota }: HttpOptions): Middleware<ServiceState> {
  return async (ctx, next) => {
    const found = await identify(ctx.headers.authorization);
    const viewer = found?.viewer ?? null;
    await countRequest(ctx, viewer, requestQuota);
    ctx.state.requestContext = new RequestContext({
      app,
      viewer,
      em: database.fork(),
      requestId: requestIdOf(ctx),
      address: ctx.ip,
      ...(found ? { values: found.values } : {}),
    });
    if (viewer) await database.within({ kind: 'tenant', tenantId: viewer.tenantId }, next);
    else await next();
  };
}

/**
 * Sets the rate limit headers of every response: those of the address, which remain on open paths and failures; for a
 * known caller, `countRequest` replaces them by those of the tenant. Source: schema/contract/limits.md.
 */
function sendQuota(quota: Quota): Middleware {
  return async (ctx, next) => {
    ctx.set(quotaHeaders(await quota.peek(addressKey(ctx))));
    await next();
  };
}

async function countRequest(ctx: Context, viewer: Viewer | null, quota: Quota): Promise<void> {
  const key = viewer ? `tenant ${viewer.tenantId}` : addressKey(ctx);
  const state = await quota.consume(key, viewer?.rateLimitPerMinute ?? undefined);
  ctx.set(quotaHeaders(state));
  if (!state.isExceeded) return;
  throw new AppError('RATE_LIMITED', `at most ${state.limit} requests a minute`, {
    retryAfterSeconds: state.resetSeconds,
  });
}

function addressKey(ctx: Context): string {
  return `address ${ctx.ip}`;
}

function quotaHeaders({ limit, remaining, resetSeconds }: QuotaState): Record<string, string> {
  return {
    'RateLimit-Policy': `"default";q=${limit};w=60`,
    RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
  };
}
