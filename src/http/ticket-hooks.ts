import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { HOOK_PATH, type TicketHooks } from '../modules/tickets/ticket-hooks.js';
import { AppError, notFound } from '../platform/errors.js';
import { limitedBytes, TooManyBytes } from '../platform/limited-bytes.js';
import { bodyUnits } from './body.js';
import type { ServiceState } from './state.js';

/** Largest message of a tracker. Bytes. */
const MESSAGE_MAX = 1024 * 1024;

/** Webhooks of trackers, signed over the body as it came. Without a log-in: the signature is the credential. */
export function ticketHookRoutes(hooks: TicketHooks): Middleware<ServiceState> {
  return async (ctx, next) => {
    if (ctx.method !== 'POST' || !ctx.path.startsWith(HOOK_PATH)) {
      await next();
      return;
    }
    await ctx.state.take(bodyUnits(ctx));
    const body = await bytesOf(ctx.req);
    const signature = ctx.get('X-Hub-Signature-256') || ctx.get('X-Hub-Signature');
    if (!(await hooks.receive(ctx.path.slice(HOOK_PATH.length), { signature, body }))) throw notFound();
    ctx.status = 204;
  };
}

/** @throws {AppError} PAYLOAD_TOO_LARGE */
async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  try {
    return await limitedBytes(request, MESSAGE_MAX);
  } catch (err) {
    if (err instanceof TooManyBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'the body may have at most 1mb');
    throw err;
  }
}
