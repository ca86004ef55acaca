import type { ApolloServer } from '@apollo/server';
import { koaMiddleware } from '@as-integrations/koa';
import { GraphQLError } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/koa';
import type { Middleware } from 'koa';
import type { ApolloContext } from '../graphql/apollo.js';
import type { LiveDoor } from '../graphql/subscriptions.js';
import { toAppError } from '../graphql/errors.js';
import { AppError } from '../platform/errors.js';
import { readBody } from './body.js';
import { answerError } from './server.js';
import type { ServiceState } from './state.js';

/** `/graphql` over HTTP. */
export function graphqlRoute(apollo: ApolloServer<ApolloContext>): Middleware<ServiceState> {
  const handle = koaMiddleware(apollo, {
    context: ({ ctx }) =>
      Promise.resolve({
        requestContext: (ctx.state as ServiceState).requestContext,
        accept: ctx.headers.accept ?? '',
      }),
  }) as unknown as Middleware<ServiceState>;
  return async (ctx, next) => {
    if (ctx.path !== '/graphql') {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'POST') {
      ctx.set('Allow', 'GET, POST');
      throw new AppError('METHOD_NOT_ALLOWED', `this path does not take ${ctx.method}`);
    }
    ctx.request.body = ((await readBody(ctx)) ?? {}) as typeof ctx.request.body;
    await handle(ctx, () => Promise.resolve());
  };
}

/** `/graphql/stream`: GraphQL over server-sent events, in the distinct connections mode that `curl -N` can use. */
export function streamRoute(door: LiveDoor): Middleware<ServiceState> {
  const handle = createHandler({
    schema: door.schema,
    execute: door.execute as never,
    subscribe: door.subscribe as never,
    onSubscribe: async (req, params) => {
      const { requestContext } = (req.context as unknown as { state: ServiceState }).state;
      const prepared = await door.prepare(requestContext.viewer, params);
      if (!Array.isArray(prepared)) return prepared as never;
      const [error] = prepared as GraphQLError[];
      const { status } = toAppError(error);
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      return [JSON.stringify({ errors: prepared }), { status, statusText: 'Refused', headers }];
    },
  }) as unknown as Middleware<ServiceState>;
  return async (ctx, next) => {
    if (ctx.path !== '/graphql/stream') {
      await next();
      return;
    }
    try {
      ctx.state.requestContext.viewer satisfies object;
      if (ctx.method === 'POST') ctx.request.body = ((await readBody(ctx)) ?? {}) as typeof ctx.request.body;
    } catch (err) {
      answerError(ctx, toAppError(err));
      return;
    }
    await handle(ctx, () => Promise.resolve());
  };
}
