import type { Middleware } from 'koa';
import { AppError } from '../../platform/errors.js';
import { answerUnchanged, weakTag } from '../entity-tag.js';
import type { ServiceState } from '../state.js';
import type { OpenApiDocument } from './document.js';

const PATH = '/api/openapi.json';

/**
 * `GET /api/openapi.json`, without a token.
 * @throws {AppError} METHOD_NOT_ALLOWED for another method; UNAUTHENTICATED for another method without a token
 */
export function openApiRoute(document: () => OpenApiDocument): Middleware<ServiceState> {
  let known: TaggedText | null = null;
  return async (ctx, next) => {
    if (ctx.path !== PATH) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.state.requestContext.viewer satisfies object;
      ctx.set('Allow', 'HEAD, GET');
      throw new AppError('METHOD_NOT_ALLOWED', `this path does not support ${ctx.method}`);
    }
    // Public and the same for everyone: other tools may read it from their own pages.
    ctx.set({ 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' });
    ctx.type = 'application/json';
    known ??= taggedText(document());
    if (!answerUnchanged(ctx, known.tag)) ctx.body = known.text;
  };
}

interface TaggedText {
  text: string;
  tag: string;
}

function taggedText(document: OpenApiDocument): TaggedText {
  const text = JSON.stringify(document);
  return { text, tag: weakTag(text) };
}
