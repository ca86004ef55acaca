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

/** Who calls, by the credential of a request; null where there is none or it is not valid. */
export type Identify = (authorization: string | undefined) => Promise<Caller | null>;

export interface HttpOptions {
  app: AppContext;
  database: Database;
  identify: Identify;
  requestQuota: Quota;
  onRequest: OnRequest;
  trustProxy: boolean;
  /** Answered before anything is known of the caller: health, pages, signed links. */
  openRoutes: Middleware[];
  /** Answered for a known caller or none, within their tenant. */
  routes: Middleware<ServiceState>[];
}

/** The Koa chain: measure → request id → errors → quota told → open paths → caller → rate limit → tenant → routes. */
export function createHttpApp(options: HttpOptions): Koa<ServiceState> {
  // The one address that our own proxy wrote; see `addressOf`.
  const koa = new Koa<ServiceState>({ proxy: options.trustProxy, maxIpsCount: 1 });
  koa.silent = true;
  koa.use(measureRequests(options.onRequest));
  koa.use(requestId);
  koa.use(accessLog(options.app));
  koa.use(errors(options.app));
  koa.use(tellQuota(options.requestQuota));
  for (const route of options.openRoutes) koa.use(route as Middleware<ServiceState>);
  koa.use(caller(options));
  for (const route of options.routes) koa.use(route);
  koa.use((ctx) => {
    // Asks for a caller first: what exists is not told to strangers.
    ctx.state.requestContext.viewer satisfies object;
    throw notFound();
  });
  return koa;
}

/** The Koa chain of a process that has no doors: the open paths, and nothing else. */
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

/** One line for each request: no address, no body, no query, and of the path what says nothing of anybody. */
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

/** Turns every thrown thing into the one shape of failures; what is our fault is logged here, once. */
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

/** What Koa and Node throw for a request that is no proper HTTP (a path that cannot be decoded, say). */
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

/** Finds out who calls, counts the request, and runs the rest within their tenant. */
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
 * Rate limit headers on every answer, whatever it is: first those of the address, which open paths and failures keep; who is
 * known to call gets those of the tenant. Source: schema/contract/limits.md.
 */
function tellQuota(quota: Quota): Middleware {
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
