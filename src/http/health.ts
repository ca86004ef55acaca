import type { Middleware } from 'koa';

/**
 * `/livez`: 200 while the process answers. `/readyz`: 200 while it can serve, else 503: before start-up ends and while it
 * stops; its `storage` is `full` where no file is accepted any more, while everything else goes on.
 */
export function healthRoutes(isReady: () => Promise<boolean>, hasRoom: () => Promise<boolean>): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/livez') {
      ctx.body = { status: 'ok' };
      return;
    }
    if (ctx.path !== '/readyz') {
      await next();
      return;
    }
    const ready = await isReady();
    ctx.status = ready ? 200 : 503;
    if (!ready) ctx.set('Retry-After', '1');
    const isFull = !(await hasRoom().catch(() => true));
    ctx.body = { status: ready ? 'ready' : 'not ready', ...(isFull ? { storage: 'full' } : {}) };
  };
}
