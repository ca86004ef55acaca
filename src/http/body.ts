import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { AppError } from '../platform/errors.js';
import { jsonFault } from '../platform/json-fault.rules.js';
import type { ServiceState } from './state.js';

const JSON_BODY_MAX = '1mb';
/** Of who has no valid credential: room for every operation that they may ask for, at some milliseconds of CPU. Source: schema/contract/limits.md. */
const ANONYMOUS_BODY_MAX = '64kb';
/** Bytes of a body for each unit of its cost: a millisecond of CPU, to parse and to check them. */
const BYTES_PER_UNIT = 64 * 1024;
/** Units of the largest body, and of one that does not say how long it is. */
const UNITS_MAX = 16;

const parse = jsonParser(JSON_BODY_MAX);
const parseAnonymous = jsonParser(ANONYMOUS_BODY_MAX);

function jsonParser(jsonLimit: string) {
  return koaBody({
    multipart: false,
    urlencoded: false,
    text: false,
    json: true,
    jsonStrict: true,
    jsonTypes: ['json', '+json'],
    jsonLimit,
    includeUnparsed: true,
    // GET, too: a body that a path does not take is refused, not ignored.
    parsedMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as never,
    onError: (err) => {
      throw refusal(err, jsonLimit);
    },
  });
}

/** Cost of the body of a request in units of the request quota. Source: schema/contract/limits.md. */
export function bodyUnits(ctx: Context): number {
  if (!hasBody(ctx)) return 0;
  const length = ctx.get('Content-Length');
  return length === '' ? UNITS_MAX : Math.min(UNITS_MAX, Math.floor(Number(length) / BYTES_PER_UNIT));
}

/**
 * The JSON body of a request; undefined if there is none.
 * @param isKnown whether the credential of the request is valid
 * @throws {AppError} VALIDATION_FAILED for malformed JSON, a member that is given twice and too many levels, UNSUPPORTED_MEDIA_TYPE,
 * PAYLOAD_TOO_LARGE beyond 1 MB, without a valid credential beyond 64 KB
 */
export async function readBody(ctx: Context, isKnown = hasViewer(ctx)): Promise<unknown> {
  if (!hasBody(ctx)) return undefined;
  if (!ctx.is('json', '+json')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be application/json');
  }
  await (ctx.state as ServiceState).charge(bodyUnits(ctx));
  await (isKnown ? parse : parseAnonymous)(ctx, () => Promise.resolve());
  const { body, rawBody } = ctx.request as { body: unknown; rawBody?: unknown };
  if (typeof rawBody === 'string') refuseFault(rawBody, body);
  return body;
}

const FORM_BODY_MAX = '512kb';
const parseForm = koaBody({
  multipart: false,
  urlencoded: true,
  text: false,
  json: false,
  formLimit: FORM_BODY_MAX,
  onError: (err) => {
    throw refusal(err, FORM_BODY_MAX);
  },
});

/** The fields of a form that a page has posted, each once. @throws {AppError} PAYLOAD_TOO_LARGE, VALIDATION_FAILED */
export async function readForm(ctx: Context): Promise<Record<string, string>> {
  await (ctx.state as ServiceState).charge(bodyUnits(ctx));
  await parseForm(ctx, () => Promise.resolve());
  const { body = {} } = ctx.request as { body?: unknown };
  const fields = Object.entries(body as Record<string, unknown>);
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}

/** @param text valid JSON of `value`. @throws {AppError} VALIDATION_FAILED naming a member that is given twice or has too many levels */
export function refuseFault(text: string, value: unknown): void {
  const fault = jsonFault(text, value);
  if (fault) throw AppError.invalid(fault.pointer, fault.message);
}

function hasViewer(ctx: Context): boolean {
  return (ctx.state as ServiceState).requestContext.viewerIfAny !== null;
}

function hasBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length') || '0') > 0;
}

function refusal(err: Error & { type?: string; status?: number }, limit = JSON_BODY_MAX): AppError {
  if (err.status === 413 || err.type === 'entity.too.large') {
    return new AppError('PAYLOAD_TOO_LARGE', `the body may have at most ${limit}`);
  }
  return new AppError('VALIDATION_FAILED', 'the body is not valid JSON', {
    details: [{ field: '', message: 'must be a JSON object' }],
    cause: err,
  });
}
