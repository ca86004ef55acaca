import type { Socket } from 'node:net';
import { Client, errors } from 'undici';
import { addressesOf, isAllowed, type SafeFetchOptions } from './allowed-addresses.js';
import { openSocket } from './open-socket.js';
import { SafeFetchError } from './safe-fetch-error.js';
import { parseTarget, type Target } from './target.js';

const HEADER_BYTES_MAX = 16 * 1_024;
/** How long a name may take while somebody waits for the answer to a form. */
const CHECK_TIMEOUT_MS = 5_000;

export interface PostRequest {
  body: string;
  headers: Record<string, string>;
  /** For everything from the name to the end of the answer. Milliseconds. */
  timeoutMs: number;
  /** Bytes of the answer's body that are kept; the rest is not read. */
  keptBytesMax: number;
  signal?: AbortSignal;
}

export interface PostAnswer {
  status: number;
  /** Names in lower case; of several values the first. */
  headers: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  body: Buffer;
}

/**
 * Calls addresses that somebody else chose. Every record of a name has to be public, the connection goes to one of the
 * very addresses that were looked at, and is looked at once more when it stands. No redirect is followed, no proxy is
 * used, and a connection serves one request.
 */
export class SafeFetch {
  constructor(private readonly options: SafeFetchOptions) {}

  /**
   * Says whether an address may be called, as far as it can be told now: a name that does not resolve passes.
   * @throws {SafeFetchError} url_refused, address_refused
   */
  async check(url: string): Promise<Target> {
    const target = parseTarget(url, { allowsHttp: this.options.allowsPrivate });
    try {
      await addressesOf(target, this.options, AbortSignal.timeout(CHECK_TIMEOUT_MS));
    } catch (err) {
      if (err instanceof SafeFetchError && err.failure === 'address_refused') throw err;
    }
    return target;
  }

  /** @throws {SafeFetchError} where there is no answer; and what `signal` was aborted with */
  async post(url: string, request: PostRequest): Promise<PostAnswer> {
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
  { body, headers, keptBytesMax, signal, timeoutMs }: PostRequest,
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
      body: await beginningOf(answer.body, keptBytesMax),
    };
  } finally {
    await client.destroy().catch(() => undefined);
    socket.destroy();
  }
}

/** A body that breaks off is what came of it: the status was told before. */
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
    // Kept is what came before.
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
