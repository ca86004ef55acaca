import type { Middleware } from 'koa';
import type { RestRow } from '../feature/rest-row.js';
import { AppError, notFound } from '../platform/errors.js';
import { announceDeprecation } from './deprecation.js';
import { PathTable } from './path-table.js';
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
  const table = new PathTable(handlersOf(rows, parts));
  return async (ctx, next) => {
    const found = table.find(ctx.path);
    const handle = found?.handlers.get(ctx.method);
    if (found && handle) {
      ctx.state.parameters = found.parameters;
      await handle(ctx, next);
      return;
    }
    if (!ctx.path.startsWith('/api/')) {
      await next();
      return;
    }
    ctx.state.requestContext.viewer satisfies object;
    if (!found) throw notFound();
    ctx.set('Allow', [...found.handlers.keys(), 'OPTIONS'].join(', '));
    if (ctx.method === 'OPTIONS') {
      ctx.status = NO_CONTENT;
      return;
    }
    throw new AppError('METHOD_NOT_ALLOWED', `this path does not support ${ctx.method}`);
  };
}

function handlersOf(rows: readonly RestRow[], parts: RestParts) {
  const { executor, lanes } = parts;
  const executions = new Map(
    rows.map((row) => [row, new RestExecution(new RestOperation(row, executor.schema, rows), executor, lanes)]),
  );
  return [...executions].map(([{ method, path, deprecated }, execution]) => {
    const { readBy } = execution.operation;
    const reader = (readBy && executions.get(readBy)) ?? null;
    const { handle } = new RestRunner(execution, reader, parts);
    if (!deprecated) return { method, path, handler: handle };
    const announce = announceDeprecation(deprecated);
    const handler: typeof handle = async (ctx, next) => {
      await announce(ctx, async () => {
        await handle(ctx, next);
      });
    };
    return { method, path, handler };
  });
}
