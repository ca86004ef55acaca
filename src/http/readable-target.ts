import type { Context, Middleware } from 'koa';
import { AppError } from '../platform/errors.js';
import type { ServiceState } from './state.js';

/** What stands for a target that cannot be read. */
const ROOT = '/';

/**
 * Marks a request whose target cannot be read, before anybody asks for its path: what asks at the end of an answer, in an event that
 * nobody waits for, would end the process. It goes on as one for the root, to be refused like any other.
 */
export const readableTarget: Middleware = async (ctx, next) => {
  if (!isReadable(ctx)) {
    ctx.req.url = ROOT;
    (ctx.state as ServiceState).isUnreadable = true;
  }
  await next();
};

/** Refuses what the former has marked. @throws {AppError} VALIDATION_FAILED */
export const refuseUnreadable: Middleware = async (ctx, next) => {
  if ((ctx.state as ServiceState).isUnreadable) throw AppError.invalid('', 'the target of the request is not valid');
  await next();
};

function isReadable(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}
