import type { Socket } from 'node:net';
import { Client, errors } from 'undici';
import { addressesOf, isAllowed, type SafeFetchOptions } from './allowed-addresses.js';
import { AppError } from '../errors.js';
import { outsideTurn } from '../outside-turn.js';
import { openSocket } from './open-socket.js';
import { SafeFetchError } from './safe-fetch-error.js';
import { parseTarget, type Target } from './target.js';

const HEADER_BYTES_MAX = 16 * 1_024;
/** Timeout of a name lookup while a user waits for the response to a form. */
const CHECK_TIMEOUT_MS = 5_000;

export interface PostRequest {
  body: string;
  headers: Record<string, string>;
  /** Timeout from the name lookup to the end of the response. Milliseconds. */
  timeoutMs: number;
  /** Limit of the returned response body; the rest is not read. Bytes. */
  readBytesMax: number;
  signal?: AbortSignal;
}

export interface PostAnswer {
  status: number;
  /** Headers by their names in lower case; the first of several values. */
  headers: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  body: Buffer;
}

/**
 * Sends requests to addresses that a tenant chose. Every record of a name must be public, the connection goes to one of
 * the checked addresses, and is checked again once it is open. No redirect is followed, no proxy is used, and a
 * connection serves one request.
 */
export class SafeFetch {
  constructor(private readonly options: SafeFetchOptions) {}

  /**
   * Checks whether an address may be called, as far as that is known now: a name that does not resolve passes.
   * @throws {SafeFetchError} url_refused, address_refused; {AppError} RATE_LIMITED, UNAVAILABLE where too much waits
   */
  async check(url: string): Promise<Target> {
    const target = parseTarget(url, { allowsHttp: this.options.allowsPrivate });
    try {
      await outsideTurn(() => addressesOf(target, this.options, AbortSignal.timeout(CHECK_TIMEOUT_MS)));
    } catch (err) {
      if (err instanceof AppError || (err instanceof SafeFetchError && err.failure === 'address_refused')) throw err;
    }
    return target;
  }

  /** @throws {SafeFetchError} without a response; the reason of an aborted `signal` */
  post(url: string, request: PostRequest): Promise<PostAnswer> {
    return outsideTurn(() => this.send(url, request));
  }

  private async send(url: string, request: PostRequest): Promise<PostAnswer> {
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    try {
      const target = parseTarget(url, { allowsHttp: this.options.allowsPrivate });
      const addresses = await addressesOf(target, this.options, signal);
      const socket = await openSocket(target, {
        addresses,
        isAllowed: (address) => isAllowed(address, this.options),
        ca: this.options.ca,
        signal,
      });
      return await postThrough(socket, target, { ...request, signal });
    } catch (err) {
      request.signal?.throwIfAborted();
      throw failureOf(err, deadline.aborted);
    }
  }
}

async function postThrough(
  socket: Socket,
  { origin, path }: Target,
  { body, headers, readBytesMax, signal, timeoutMs }: PostRequest,
): Promise<PostAnswer> {
  const client = new Client(origin, {
    connect: (_options, connected) => {
      process.nextTick(connected, null, socket);
    },
    maxHeaderSize: HEADER_BYTES_MAX,
    maxRequestsPerClient: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: 0,
    allowH2: false,
  });
  try {
    const answer = await client.request({ method: 'POST', path, headers, body, ...(signal ? { signal } : {}) });
    return {
      status: answer.statusCode,
      headers: firstValues(answer.headers),
      body: await beginningOf(answer.body, readBytesMax),
    };
  } finally {
    await client.destroy().catch(() => undefined);
    socket.destroy();
  }
}

/** Beginning of a body. When it breaks off, what was received counts: the status is known already. */
async function beginningOf(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= bytesMax) break;
    }
  } catch {
    // What was received before the body broke off is returned.
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}

function firstValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, string>;
}

function failureOf(err: unknown, isTimedOut: boolean): SafeFetchError {
  if (isTimedOut || err instanceof errors.HeadersTimeoutError || err instanceof errors.BodyTimeoutError) {
    return new SafeFetchError('timeout', 'no answer in time', { cause: err });
  }
  if (err instanceof SafeFetchError) return err;
  if (err instanceof errors.HTTPParserError || err instanceof errors.HeadersOverflowError) {
    return new SafeFetchError('no_http', 'the answer is not HTTP', { cause: err });
  }
  return new SafeFetchError('connection_failed', 'the connection was closed without an answer', { cause: err });
}
