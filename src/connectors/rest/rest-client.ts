import type { z } from 'zod';
import { SECOND, type Clock } from '../../platform/clock.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { BodyTooLong, bodyOf } from '../response-body.js';
import { safeFetchErrorOf } from '../guard-refusal.js';
import { RestError, Unanswered, UnexpectedAnswer } from './rest-error.js';
import { ATTEMPTS_MAX, isPassing, retryDelayMs } from './retry.rules.js';
import type { Credentials } from './token-cache.js';

/** For one answer with its body. */
const TIMEOUT_MS = 60 * SECOND;
/** More pages than any list has; a server that pages in a circle is left. */
const PAGES_MAX = 20_000;

export interface RestClientOptions {
  /** The only way out. */
  network: Pick<GuardedNetwork, 'fetch' | 'allowsHttp'>;
  clock: Clock;
  /** Aborts whatever is under way, waits included. */
  signal: AbortSignal;
  /** From 0 up to 1; spreads waits of clients that ask several things at a time. @default 1, waits are whole */
  random?: () => number;
  /** Whether a refusal only says "not so fast", where the status does not tell. @default none does */
  isThrottled?: (refusal: RestError) => boolean;
  /** Whether a refusal says that the credentials are no longer good. @default any 401 does */
  isTokenRefused?: (refusal: RestError) => boolean;
}

export interface RestRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Sent along, and to the origin of `url` alone; renewed once where they are refused. */
  credentials?: Credentials;
}

export interface Answer {
  header: (name: string) => string | null;
  /** Parsed JSON; null where the body is none. */
  body: unknown;
}

/** How a list goes on. */
export interface Paging<T> {
  /** Of a page: what is wanted of it; the rest is dropped. */
  shape: z.ZodType<T>;
  /** Address of the page after this; null, or an empty text, after the last. */
  nextOf: (page: T, answer: Answer) => string | null | undefined;
}

/**
 * Asks an interface that answers in JSON. What passes (429, 5xx, a broken connection) is tried five times in all, after
 * the waits of `retryDelayMs`.
 */
export class RestClient {
  constructor(private readonly options: RestClientOptions) {}

  /** Whether plain `http:` will do; the network decides. */
  get allowsHttp(): boolean {
    return this.options.network.allowsHttp;
  }

  /**
   * @param shape what of the answer is wanted; the rest is dropped
   * @throws {RestError} where the last try was refused or not answered, or the answer cannot be read
   * @throws the signal's reason once it aborts
   */
  async ask<T>(request: RestRequest, shape: z.ZodType<T>): Promise<T> {
    return shaped(await this.answer(request), { shape, request });
  }

  /** The pages of a list, all of one origin. Throws as `ask` does. */
  async *pages<T>(request: RestRequest, { shape, nextOf }: Paging<T>): AsyncGenerator<T> {
    let next = request;
    for (let count = 0; count < PAGES_MAX; count += 1) {
      const answer = await this.answer(next);
      const page = shaped(answer, { shape, request });
      yield page;
      const link = nextOf(page, answer) ?? '';
      if (link === '') return;
      next = { ...request, url: onSameOrigin(link, request) };
    }
    throw new UnexpectedAnswer({ url: request.url }, 'with a list without an end');
  }

  private async answer(request: RestRequest): Promise<Answer> {
    const { credentials } = request;
    let hasRenewed = false;
    for (let attempt = 1; ;) {
      const authorization = await credentials?.authorization();
      const result = await this.once(request, authorization);
      if (!(result instanceof Refused)) return result;
      const { error } = result;
      if (!hasRenewed && authorization !== undefined && this.isTokenRefused(error)) {
        hasRenewed = true;
        if (await credentials?.forget(authorization)) continue;
      }
      if (!result.isPassing || attempt === ATTEMPTS_MAX) throw error;
      await this.wait(attempt, result.header);
      attempt += 1;
    }
  }

  private async once(request: RestRequest, authorization: string | undefined): Promise<Answer | Refused> {
    const { network, signal } = this.options;
    const { url } = request;
    signal.throwIfAborted();
    try {
      const { status, ok, headers, body } = await read(network, request, {
        authorization,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const header = (name: string) => headers.get(name);
      if (ok) return { header, body };
      const error = new RestError(status, { url, body });
      return new Refused(error, isPassing(status) || (this.options.isThrottled?.(error) ?? false), header);
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof BodyTooLong) throw new UnexpectedAnswer({ url, cause }, `with ${cause.message}`);
      // Where the guard lets nobody go, it will not do so a second later.
      const failure = safeFetchErrorOf(cause)?.failure;
      const isGuarded = failure === 'address_refused' || failure === 'url_refused';
      return new Refused(new Unanswered({ url, cause }), !isGuarded, () => null);
    }
  }

  private isTokenRefused(error: RestError): boolean {
    return this.options.isTokenRefused?.(error) ?? error.status === 401;
  }

  private async wait(attempt: number, header: Answer['header']): Promise<void> {
    const { clock, signal, random = () => 1 } = this.options;
    const spread = 0.5 + random() / 2;
    await clock.sleep(retryDelayMs(attempt, header, { now: clock.now(), spread }), signal);
    signal.throwIfAborted();
  }
}

class Refused {
  constructor(
    readonly error: RestError,
    readonly isPassing: boolean,
    readonly header: Answer['header'],
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
  const text = (await bodyOf(response)).toString('utf8');
  return { status: response.status, ok: response.ok, headers: response.headers, body: parsedOrNull(text) };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function shaped<T>({ body }: Answer, { shape, request: { url } }: { shape: z.ZodType<T>; request: RestRequest }): T {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new UnexpectedAnswer({ url, cause: parsed.error });
}

/** The credentials go to the origin that they are for, and to no other. */
function onSameOrigin(link: string, { url }: RestRequest): string {
  const next = URL.canParse(link) ? new URL(link) : null;
  if (next?.origin !== new URL(url).origin) throw new UnexpectedAnswer({ url });
  // As it is serialised: links come with spaces in them.
  return next.href;
}
