import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { AppError } from '../platform/errors.js';

const JSON_BODY_MAX = '1mb';

const parse = koaBody({
  multipart: false,
  urlencoded: false,
  text: false,
  json: true,
  jsonStrict: true,
  jsonLimit: JSON_BODY_MAX,
  // GET, too: a body that a path does not take is refused, not ignored.
  parsedMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as never,
  onError: (err) => {
    throw refusal(err);
  },
});

/**
 * The JSON body of a request; undefined if there is none.
 * @throws {AppError} VALIDATION_FAILED for malformed JSON, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE beyond 1 MB
 */
export async function readBody(ctx: Context): Promise<unknown> {
  if (!hasBody(ctx)) return undefined;
  if (!ctx.is('json', '+json')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be application/json');
  }
  await parse(ctx, () => Promise.resolve());
  return ctx.request.body;
}

function hasBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length') || '0') > 0;
}

function refusal(err: Error & { type?: string; status?: number }): AppError {
  if (err.status === 413 || err.type === 'entity.too.large') {
    return new AppError('PAYLOAD_TOO_LARGE', `the body may have at most ${JSON_BODY_MAX}`);
  }
  return new AppError('VALIDATION_FAILED', 'the body is not valid JSON', {
    details: [{ field: '', message: 'must be a JSON object' }],
    cause: err,
  });
}
