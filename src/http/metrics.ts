import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { Metrics } from '../platform/metrics.js';
import { bearerToken } from './bearer-token.js';
import { securityHeaders, withHeaders } from './security-headers.js';
import type { ServiceState } from './state.js';

const PATH = '/metrics';
const OTHER = 'other';

/** Callback for the end of every response, with the duration in milliseconds. */
export type OnRequest = (request: { method: string; route: string; status: number }, ms: number) => void;

/** Routes outside of the REST table; paths below them count as the route. */
const ROUTES = [
  '/graphql/stream',
  '/graphql',
  '/graphiql',
  '/docs',
  '/scim/v2',
  '/files',
  '/api/openapi.json',
  '/livez',
  '/readyz',
  '/.well-known/security.txt',
  PATH,
];
/** Methods that are named as they are; any other one could be a text of the client's. */
export const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Records every request under its route, never under its path. */
export function measureRequests(onRequest: OnRequest): Middleware<ServiceState> {
  return async (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      const method = METHODS.includes(ctx.method) ? ctx.method : OTHER;
      onRequest({ method, route: routeOf(ctx) ?? OTHER, status: ctx.res.statusCode }, performance.now() - startedAt);
    });
    await next();
  };
}

/** The route of a request: the path of its row, or that of another endpoint; null where none is known. */
export function routeOf({ state, path }: Pick<Context, 'state' | 'path'>): string | null {
  const { route } = state as Partial<ServiceState>;
  return route ?? ROUTES.find((known) => path === known || path.startsWith(`${known}/`)) ?? null;
}

/**
 * `/metrics` on the public port, for callers with the metrics token. Without the token, or when the operator has set
 * none, the path is treated as unknown.
 */
export function metricsRoute(metrics: Metrics, token: string | null): Middleware {
  return async (ctx, next) => {
    const given = bearerToken(ctx.headers.authorization);
    const isWanted = ctx.path === PATH && (ctx.method === 'GET' || ctx.method === 'HEAD');
    if (!isWanted || token === null || given === null || !isSame(given, token)) {
      await next();
      return;
    }
    ctx.body = await metrics.text();
    ctx.set('Content-Type', metrics.contentType);
  };
}

/** Answers at `/metrics` on its own port, without a token: any client that reaches the port may read. */
export function answerMetrics(metrics: Metrics): RequestListener {
  return withHeaders(securityHeaders(false), (req, res) => {
    if (req.url !== PATH || req.method !== 'GET') {
      res.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
}

function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
