import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Middleware } from 'koa';
import type { Metrics } from '../platform/metrics.js';
import { bearerToken } from './bearer-token.js';
import type { ServiceState } from './state.js';

const PATH = '/metrics';

/** Told of every request when its answer has ended. */
export type OnRequest = (request: { method: string; route: string; status: number }, ms: number) => void;

/** Paths that are no rows of the REST table; their assets and keys count with them. */
const ROUTES = [
  '/graphql/stream',
  '/graphql',
  '/graphiql',
  '/docs',
  '/files',
  '/api/openapi.json',
  '/livez',
  '/readyz',
  PATH,
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Measures every request, by its route and never by its path. */
export function measureRequests(onRequest: OnRequest): Middleware<ServiceState> {
  return async (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      const method = METHODS.includes(ctx.method) ? ctx.method : 'other';
      const route = (ctx.state as Partial<ServiceState>).route ?? routeOf(ctx.path);
      onRequest({ method, route, status: ctx.res.statusCode }, performance.now() - startedAt);
    });
    await next();
  };
}

function routeOf(path: string): string {
  return ROUTES.find((route) => path === route || path.startsWith(`${route}/`)) ?? 'other';
}

/**
 * `/metrics` on the public port, for who has the token. Without it, and for anyone where there is no such token, the path is
 * like any other that nobody knows.
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

/** `/metrics` on a port of its own, without a token: who may reach the port may read. */
export function metricsServer(metrics: Metrics): Server {
  return createServer((req, res) => {
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
