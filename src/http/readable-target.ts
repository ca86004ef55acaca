import type { Context, Middleware } from 'koa';
import { AppError } from '../platform/errors.js';
import { newId } from '../platform/crypto/uuid.js';

/**
 * Refuses a request whose target cannot be read (400), before anybody asks for its path. What asks at the end of an answer, in an event
 * that nobody waits for, would end the process: the path is remembered with the request once it has been read.
 */
export const readableTarget: Middleware = async (ctx, next) => {
  if (isReadable(ctx)) {
    await next();
    return;
  }
  const { status, code, message, details } = AppError.invalid('', 'the target of the request is not valid');
  ctx.status = status;
  ctx.body = { error: { code, message, details }, meta: { request_id: newId() } };
};

function isReadable(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}
