import type { PromiseHttpLibrary, RequestContext, ResponseContext } from '@kubernetes/client-node';
import type { Response } from 'undici';
import { SECOND, type Clock } from '../../platform/clock.js';
import type { CollectTime } from '../collect-time.js';
import { TooManyBytes } from '../../platform/limited-bytes.js';
import { limitedJson, TooMuchToParse } from '../../platform/limited-json.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';

/**
 * Limits of a response: what a page of `PAGE_SIZE` objects of real clusters has some tenth of. The client library copies each value into an
 * object of its own, on the thread that answers everybody.
 */
const RESPONSE_MIB_MAX = 32;
const RESPONSE_VALUES_MAX = 80_000;
const ATTEMPTS_MAX = 5;
const RETRY_AFTER_MS_MAX = 30 * SECOND;
/** Statuses of throttling, and of failures of the API server or a proxy that may pass. */
const TRANSIENT: readonly number[] = [429, 500, 502, 503, 504];

/** A response of the API server that is too large. The message is for the user. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
}

interface GuardedHttpOptions {
  network: GuardedNetwork;
  token: string | null;
  clock: Clock;
  signal: AbortSignal;
  time: CollectTime;
  /** Class of the client library, which is loaded on demand. */
  Response: typeof ResponseContext;
}

/**
 * HTTP for the client library over the guarded network, GET only. Transient failures are retried, five attempts in all,
 * waiting twice as long each time or as long as the server says, 30 seconds at most.
 */
export function guardedHttp(options: GuardedHttpOptions): PromiseHttpLibrary {
  const { clock, signal, time } = options;
  return {
    send: async (request) => {
      if (request.getHttpMethod() !== 'GET') throw new Error('the connector only reads');
      const call = time.call();
      for (let attempt = 1; ; attempt += 1) {
        const { response, body: bytes } = await call.attempt((ended) => sent(request, { ...options, signal: ended }));
        await time.pace.after(bytes.byteLength, { clock, signal });
        const pauseMs = waitMs(response, attempt);
        if (attempt < ATTEMPTS_MAX && TRANSIENT.includes(response.status) && time.allows(pauseMs)) {
          await clock.sleep(pauseMs, signal);
          continue;
        }
        const body = {
          text: () => Promise.resolve(bytes.toString('utf8')),
          binary: () => Promise.resolve(bytes),
          stream: () => null,
        };
        return new options.Response(response.status, Object.fromEntries(response.headers), body);
      }
    },
  };
}

async function sent(
  request: RequestContext,
  { network, token, signal }: GuardedHttpOptions,
): Promise<{ response: Response; body: Buffer }> {
  const response = await network.fetch(request.getUrl(), {
    headers: { ...request.getHeaders(), ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    signal,
  });
  return { response, body: await bodyOf(response) };
}

function waitMs(response: Response, attempt: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const asked = Number.isFinite(seconds) && seconds >= 0 ? seconds * SECOND : 2 ** (attempt - 1) * SECOND;
  return Math.min(asked, RETRY_AFTER_MS_MAX);
}

async function bodyOf(response: Response): Promise<Buffer> {
  try {
    const limits = { bytes: RESPONSE_MIB_MAX * 2 ** 20, values: RESPONSE_VALUES_MAX };
    return await limitedJson(response.body, limits);
  } catch (err) {
    if (err instanceof TooManyBytes) {
      throw new ResponseTooLarge(`an answer of the API server is larger than ${RESPONSE_MIB_MAX} MiB`);
    }
    if (err instanceof TooMuchToParse) {
      throw new ResponseTooLarge('an answer of the API server has more values or longer texts than are read');
    }
    throw err;
  }
}
