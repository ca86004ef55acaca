import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { MINUTE, SECOND } from '../platform/clock.js';
import { AppError } from '../platform/errors.js';
import { jsonFault, namesPrototype, valuesIn } from '../platform/json-fault.rules.js';
import type { ServiceState } from './state.js';

/** Bytes of a body for each unit of its cost: a millisecond of CPU, to read and to check them. */
const BYTES_PER_UNIT = 64 * 1024;
/** Units of the largest body, and of one that does not say how long it is: because it comes in chunks, or is compressed. */
const UNITS_MAX = 16;
/** Values of a body for each unit of its cost: a millisecond of CPU, to parse and to check them. */
const VALUES_PER_UNIT = 1_000;

interface BodyLimit {
  bytes: string;
  /** Values of the JSON text, of which each object and array is two; what has no limit is charged. */
  values: number;
  read: ReturnType<typeof koaBody>;
}

const KNOWN = limitOf('1mb', Infinity);
/** Of who has no valid credential: room for every operation that they may ask for, below a millisecond of CPU. Source: schema/contract/limits.md. */
const ANONYMOUS = limitOf('64kb', 500);

/** Reads the text alone: how many values it has is counted before anything is parsed. */
function limitOf(bytes: string, values: number): BodyLimit {
  const read = koaBody({
    multipart: false,
    urlencoded: false,
    json: false,
    text: true,
    textTypes: ['json', '+json'],
    textLimit: bytes,
    // GET, too: a body that a path does not take is refused, not ignored.
    parsedMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as never,
    onError: (err) => {
      throw refusal(err, bytes);
    },
  });
  return { bytes, values, read };
}

/** Cost of the body of a request in units of the request quota. Source: schema/contract/limits.md. */
export function bodyUnits(ctx: Context): number {
  if (!hasBody(ctx)) return 0;
  const length = ctx.get('Content-Length');
  const isAsLong = ['', 'identity'].includes(ctx.get('Content-Encoding'));
  return length === '' || !isAsLong ? UNITS_MAX : Math.min(UNITS_MAX, Math.floor(Number(length) / BYTES_PER_UNIT));
}

/**
 * The JSON body of a request; undefined if there is none.
 * @param isKnown whether the credential of the request is valid
 * @throws {AppError} VALIDATION_FAILED for malformed JSON, a member that is given twice and too many levels, UNSUPPORTED_MEDIA_TYPE,
 * PAYLOAD_TOO_LARGE beyond 1 MB, without a valid credential beyond 64 KB or 500 values, RATE_LIMITED
 */
export async function readBody(ctx: Context, isKnown = hasViewer(ctx)): Promise<unknown> {
  if (!hasBody(ctx)) return undefined;
  if (!ctx.is('json', '+json')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be application/json');
  }
  const { take } = ctx.state as ServiceState;
  const limit = isKnown ? KNOWN : ANONYMOUS;
  await take(bodyUnits(ctx));
  await readInTime(ctx, limit.read, isKnown ? KNOWN_MS_MAX : STRANGER_MS_MAX);
  const { body: text } = ctx.request as { body?: unknown };
  if (typeof text !== 'string' || text === '') return {};
  const values = valuesIn(text, limit.values);
  if (values > limit.values) {
    throw new AppError('PAYLOAD_TOO_LARGE', `the body may have at most ${limit.values} values`);
  }
  await take(Math.floor(values / VALUES_PER_UNIT));
  return parsed(text);
}

/** Time for a body that is read into memory: a megabyte at 30 kilobits a second; of strangers the largest at 17. Our choice. */
const [KNOWN_MS_MAX, STRANGER_MS_MAX] = [5 * MINUTE, 30 * SECOND];

/** Reads a body, and ends the connection where that takes too long. */
async function readInTime(ctx: Context, read: BodyLimit['read'], ms: number): Promise<void> {
  const { socket } = ctx.req;
  const timer = setTimeout(() => socket.destroy(), ms);
  try {
    await read(ctx, () => Promise.resolve());
  } finally {
    clearTimeout(timer);
  }
}

/** What a JSON text says. @throws {AppError} VALIDATION_FAILED */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) throw new SyntaxError('neither an object nor an array');
    if (namesPrototype(text, value)) throw new SyntaxError('an object may not have a member __proto__');
    refuseFault(text, value);
    return value;
  } catch (err) {
    if (err instanceof SyntaxError) throw refusal(err);
    throw err;
  }
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

/** The fields of a form that a page has posted, each once. @throws {AppError} PAYLOAD_TOO_LARGE, VALIDATION_FAILED, RATE_LIMITED */
export async function readForm(ctx: Context): Promise<Record<string, string>> {
  await (ctx.state as ServiceState).take(bodyUnits(ctx));
  await readInTime(ctx, parseForm, STRANGER_MS_MAX);
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

function refusal(err: Error & { type?: string; status?: number }, limit = KNOWN.bytes): AppError {
  if (err.status === 413 || err.type === 'entity.too.large') {
    return new AppError('PAYLOAD_TOO_LARGE', `the body may have at most ${limit}`);
  }
  return new AppError('VALIDATION_FAILED', 'the body is not valid JSON', {
    details: [{ field: '', message: 'must be a JSON object' }],
    cause: err,
  });
}
