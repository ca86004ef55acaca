import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { RestRow } from '../feature/rest-row.js';
import { AppError, notFound } from '../platform/errors.js';
import { announceDeprecation } from './deprecation.js';
import { RestExecution } from './rest-execution.js';
import { RestOperation } from './rest-operation.js';
import { RestRunner, type RestParts } from './rest-runner.js';
import type { ServiceState } from './state.js';

const NO_CONTENT = 204;

/**
 * Routes of every documented path. Another method on a known path returns 405; an unknown path 404, or 401 without a
 * token.
 * @throws {Error} at start, when a row does not match the schema
 */
export function restRoutes(rows: readonly RestRow[], parts: RestParts): Middleware<ServiceState> {
  const router = new Router<ServiceState>();
  const { executor, lanes } = parts;
  const executions = new Map(
    rows.map((row) => [row, new RestExecution(new RestOperation(row, executor.schema, rows), executor, lanes)]),
  );
  for (const [{ method, path, deprecated }, execution] of executions) {
    const { readBy } = execution.operation;
    const reader = (readBy && executions.get(readBy)) ?? null;
    const runner = new RestRunner(execution, reader, parts);
    router.register(
      path.replace(/\{(\w+)\}/g, ':$1'),
      [method],
      [...(deprecated ? [announceDeprecation(deprecated)] : []), runner.handle],
    );
  }
  const serve = router.routes();
  return async (ctx, next) => {
    const { path, pathAndMethod } = router.match(ctx.path, ctx.method);
    // What is written out wins over a parameter: `GET /api/scans/trigger` is no scan of the id `trigger`.
    const literal = path.filter((layer) => layer.path === ctx.path);
    const onPath = literal.length > 0 ? literal : path;
    if (pathAndMethod.some((layer) => onPath.includes(layer))) {
      await serve(ctx as never, next);
      return;
    }
    if (!ctx.path.startsWith('/api/')) {
      await next();
      return;
    }
    ctx.state.requestContext.viewer satisfies object;
    if (onPath.length === 0) throw notFound();
    ctx.set('Allow', [...new Set(onPath.flatMap(({ methods }) => methods)), 'OPTIONS'].join(', '));
    if (ctx.method === 'OPTIONS') {
      ctx.status = NO_CONTENT;
      return;
    }
    throw new AppError('METHOD_NOT_ALLOWED', `this path does not support ${ctx.method}`);
  };
}
