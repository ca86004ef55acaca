import type { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { CollectTime, type CallTime } from '../collect-time.js';
import type { TimeLimits } from '../../platform/time-limits.js';
import { PagesSeen } from '../pages-seen.js';
import { BodyTooLong, jsonBodyOf } from '../response-body.js';
import { safeFetchErrorOf } from '../../platform/safe-fetch/safe-fetch-error.js';
import { RestError, NoResponse, UnexpectedResponse } from './rest-error.js';
import { ATTEMPTS_MAX, isTransient, retryDelayMs } from './retry.rules.js';
import type { Credentials } from './token-cache.js';

/** Limit of pages, above that of any list: ends the reading of a server that always has another page. */
const PAGES_MAX = 20_000;

/** Network, clock and rules for retries. */
export interface RestClientOptions {
  /** Network for every request. */
  network: Pick<GuardedNetwork, 'fetch' | 'allowsHttp'>;
  clock: Clock;
  /** Aborts requests and waits. */
  signal: AbortSignal;
  /** Time to answer, where it differs. @default TIME_LIMITS */
  timeLimits?: Partial<TimeLimits> | undefined;
  /** Jitter from 0 to 1: waits are shortened by up to half. @default 1, waits are whole */
  random?: () => number;
  /** Whether a refusal is throttling that its status does not show. @default none is */
  isThrottled?: (refusal: RestError) => boolean;
  /** Whether a refusal means that the credentials are no longer valid. @default any 401 does */
  isTokenRefused?: (refusal: RestError) => boolean;
}

/** A request to a JSON API. */
export interface RestRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Credentials, sent to the origin of `url` only; renewed once after a refusal. */
  credentials?: Credentials;
}

/** A successful response. */
export interface RestResponse {
  header: (name: string) => string | null;
  /** Parsed JSON; null where the body is not JSON. */
  body: unknown;
}

/** Paging of a list. */
export interface Paging<T> {
  /** The properties of a page that are read; others are dropped. */
  schema: z.ZodType<T>;
  /** URL of the next page; null or empty after the last. */
  nextOf: (page: T, response: RestResponse) => string | null | undefined;
}

/**
 * HTTP client for JSON APIs over the guarded network. Transient failures (429, 5xx, a broken connection) are retried, five
 * attempts in all, after the waits of `retryDelayMs`, as far as `time` allows.
 */
export class RestClient {
  /** Time of the collection; what reads parts begins each. */
  readonly time: CollectTime;

  constructor(private readonly options: RestClientOptions) {
    this.time = CollectTime.begin(options.signal, options.timeLimits);
  }

  /** Whether plain `http:` is allowed; the network decides. */
  get allowsHttp(): boolean {
    return this.options.network.allowsHttp;
  }

  /**
   * Sends a request and parses the response.
   * @param schema the properties that are read; others are dropped
   * @throws {RestError} where the last attempt was refused or got no response, or the response does not match the schema
   * @throws the signal's reason once it aborts
   */
  async send<T>(request: RestRequest, schema: z.ZodType<T>): Promise<T> {
    return parsed(await this.respond(request), { schema, request });
  }

  /** Pages of a list, all of one origin. Throws as `send`. */
  async *pages<T>(request: RestRequest, { schema, nextOf }: Paging<T>): AsyncGenerator<T> {
    let next = request;
    const seen = new PagesSeen();
    seen.hasSeen(request.url);
    for (let count = 0; count < PAGES_MAX; count += 1) {
      const response = await this.respond(next);
      const page = parsed(response, { schema, request });
      yield page;
      const link = nextOf(page, response) ?? '';
      if (link === '') return;
      const url = onSameOrigin(link, request);
      if (seen.hasSeen(url))
        throw new UnexpectedResponse({ url }, 'with a list that continues with a page that was read before');
      next = { ...request, url };
    }
    throw new UnexpectedResponse({ url: request.url }, 'with an endless list');
  }

  private async respond(request: RestRequest): Promise<RestResponse> {
    const { credentials } = request;
    const call = this.time.call();
    let hasRenewed = false;
    for (let count = 1; ;) {
      const authorization = await credentials?.authorization();
      const result = await this.attempt(call, request, authorization);
      if (!(result instanceof FailedAttempt)) return result;
      const { error } = result;
      if (!hasRenewed && authorization !== undefined && this.isTokenRefused(error)) {
        hasRenewed = true;
        if (await credentials?.forget(authorization)) continue;
      }
      const waitMs = this.waitMs(count, result.header);
      const isLast = count === ATTEMPTS_MAX || call.isOver || !this.time.allows(waitMs);
      if (!result.isTransient || isLast) throw error;
      await this.wait(waitMs);
      count += 1;
    }
  }

  private async attempt(
    call: CallTime,
    request: RestRequest,
    authorization: string | undefined,
  ): Promise<RestResponse | FailedAttempt> {
    const { network, signal } = this.options;
    const { url } = request;
    signal.throwIfAborted();
    try {
      const { status, ok, headers, body, bytes } = await call.attempt((ended) =>
        read(network, request, { authorization, signal: ended }),
      );
      await this.time.pace.after(bytes, this.options);
      const header = (name: string) => headers.get(name);
      if (ok) return { header, body };
      const error = new RestError(status, { url, body });
      return new FailedAttempt(error, isTransient(status) || (this.options.isThrottled?.(error) ?? false), header);
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof BodyTooLong) throw new UnexpectedResponse({ url, cause }, `with ${cause.message}`);
      // Not retried: the guard of the network would refuse the same address again.
      const failure = safeFetchErrorOf(cause)?.failure;
      const isGuarded = failure === 'address_refused' || failure === 'url_refused';
      return new FailedAttempt(new NoResponse({ url, cause }), !isGuarded, () => null);
    }
  }

  private isTokenRefused(error: RestError): boolean {
    return this.options.isTokenRefused?.(error) ?? error.status === 401;
  }

  private waitMs(attempt: number, header: RestResponse['header']): number {
    const { clock, random = () => 1 } = this.options;
    return retryDelayMs(attempt, header, { now: clock.now(), spread: 0.5 + random() / 2 });
  }

  private async wait(ms: number): Promise<void> {
    const { clock, signal } = this.options;
    await clock.sleep(ms, signal);
    signal.throwIfAborted();
  }
}

class FailedAttempt {
  constructor(
    readonly error: RestError,
    readonly isTransient: boolean,
    readonly header: RestResponse['header'],
  ) {}
}

async function read(
  network: RestClientOptions['network'],
  { url, method = 'GET', headers, body = null }: Omit<RestRequest, 'body'> & { body?: string | null },
  { authorization, signal }: { authorization: string | undefined; signal: AbortSignal },
) {
  const response = await network.fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers, ...(authorization === undefined ? {} : { authorization }) },
    body,
    signal,
  });
  const read = await jsonBodyOf(response);
  const { status, ok, headers: answered } = response;
  return { status, ok, headers: answered, body: jsonOrNull(read.toString('utf8')), bytes: read.byteLength };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function parsed<T>(
  { body }: RestResponse,
  { schema, request: { url } }: { schema: z.ZodType<T>; request: RestRequest },
): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new UnexpectedResponse({ url, cause: result.error });
}

/** URL of the next page. Credentials are sent to their own origin only. */
function onSameOrigin(link: string, { url }: RestRequest): string {
  const next = URL.canParse(link) ? new URL(link) : null;
  if (next?.origin !== new URL(url).origin) throw new UnexpectedResponse({ url });
  // Serialized again: some links contain spaces.
  return next.href;
}
