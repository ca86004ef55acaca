import { Response, type RequestInit } from 'undici';
import { SECOND, type Clock } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { CollectTime, type CallTime } from '../collect-time.js';
import { TIME_LIMITS, type TimeLimits } from '../../platform/time-limits.js';
import { BodyTooLong, bodyOf, jsonBodyOf } from '../response-body.js';
import { safeFetchErrorOf } from '../../platform/safe-fetch/safe-fetch-error.js';
import { limitWaitMs } from './rate-limit.rules.js';

/** Attempts of one request that fails at the network or with 5xx. */
const ATTEMPTS_MAX = 4;
/** Limit of rate-limited attempts of one request. */
const RATE_LIMITED_MAX = 10;

/** GitHub's rate limit is exhausted for longer than a collection may wait. */
export class RateLimitExhausted extends Error {
  constructor(
    /** Time at which the limit is reset. */
    readonly until: Date,
  ) {
    super('the rate limit of GitHub is used up');
  }
}

/** Network, limits and clock of the fetch. */
export interface RetryingFetchOptions {
  network: Pick<GuardedNetwork, 'fetch'>;
  clock: Clock;
  signal: AbortSignal;
  /** Time to answer, where it differs. @default TIME_LIMITS */
  timeLimits?: Partial<TimeLimits> | undefined;
  /** Requests to any other origin are refused: no page of a list leads the credentials elsewhere. */
  origin: string;
  /** Longest total wait for rate limits. Milliseconds. */
  waitMaxMs: number;
}

/**
 * A `fetch` that obeys GitHub's rate limits. They apply to all requests of a collection, so one wait delays all of them.
 * Requests that fail at the network or with 5xx are attempted four times, after 1, 2 and 4 seconds.
 */
export class RetryingFetch {
  private heldUntilMs = 0;
  private waitedMs = 0;
  private readonly time: CollectTime;

  constructor(private readonly options: RetryingFetchOptions) {
    // Repositories are read beside each other, and a wait for the rate limit delays them all: they are one part.
    const { signal, timeLimits = {} } = options;
    const { collectionMs = TIME_LIMITS.collectionMs } = timeLimits;
    this.time = CollectTime.begin(signal, { partMs: collectionMs, ...timeLimits });
  }

  /**
   * @throws {RateLimitExhausted} when the waits would become too long in total
   * @throws {AppError} UNAVAILABLE when the URL has another origin, or the response exceeds a limit
   * @throws the signal's reason, or what the last attempt threw
   */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    if (new URL(url).origin !== this.options.origin) {
      throw new AppError('UNAVAILABLE', 'GitHub has the next page of a list at another address');
    }
    const call = this.time.call();
    let failures = 0;
    for (let limited = 0; ;) {
      await this.waitForTurn();
      const outcome = await this.attempt(call, url, init);
      if (outcome.response && (await isRateLimited(url, outcome.response)) && limited < RATE_LIMITED_MAX) {
        limited += 1;
        this.hold(limitWaitMs(outcome.response.headers, { nowMs: this.nowMs(), attempt: limited }));
      } else if (!isTransient(outcome) || call.isOver || failures === ATTEMPTS_MAX - 1) {
        if (outcome.response) return outcome.response;
        throw outcome.error;
      } else {
        failures += 1;
        await this.sleep(SECOND * 2 ** (failures - 1));
      }
    }
  }

  private async attempt(call: CallTime, url: string, init: RequestInit): Promise<Outcome> {
    const { network, signal } = this.options;
    try {
      const response = await call.attempt(async (ended) =>
        whole(await network.fetch(url, { ...init, redirect: 'manual', signal: ended })),
      );
      await this.time.pace.after(response.bytes, this.options);
      return { response: response.whole };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BodyTooLong) {
        throw new AppError('UNAVAILABLE', `GitHub returned a response of ${error.message}`, { cause: error });
      }
      return { response: null, error };
    }
  }

  private hold(waitMs: number): void {
    const now = this.nowMs();
    const untilMs = now + waitMs;
    const longer = untilMs - Math.max(now, this.heldUntilMs);
    if (longer <= 0) return;
    this.waitedMs += longer;
    this.heldUntilMs = untilMs;
  }

  private async waitForTurn(): Promise<void> {
    if (this.waitedMs > this.options.waitMaxMs) throw new RateLimitExhausted(new Date(this.heldUntilMs));
    const waitMs = this.heldUntilMs - this.nowMs();
    if (waitMs > 0) await this.sleep(waitMs);
  }

  private async sleep(ms: number): Promise<void> {
    await this.options.clock.sleep(ms, this.options.signal);
    this.options.signal.throwIfAborted();
  }

  private nowMs(): number {
    return this.options.clock.now().getTime();
  }
}

type Outcome = { response: Response } | { response: null; error: unknown };

/** A response with its body read, so that a truncated one is retried and an endless one is refused. */
async function whole(response: Response): Promise<{ whole: Response; bytes: number }> {
  // The client parses what is declared as JSON.
  const isJson = /json/i.test(response.headers.get('content-type') ?? '');
  const body = await (isJson ? jsonBodyOf(response) : bodyOf(response));
  const { status, statusText, headers } = response;
  const bytes = body.byteLength;
  return { whole: new Response(bytes === 0 ? null : body, { status, statusText, headers }), bytes };
}

/** Whether a response reports a rate limit: the primary, a secondary, or that of GraphQL. Does not consume the body. */
async function isRateLimited(url: string, response: Response): Promise<boolean> {
  const { status, headers } = response;
  if (status === 429) return true;
  if (status === 403) return headers.has('retry-after') || /rate limit/i.test(await response.clone().text());
  // GraphQL always answers 200.
  const mayBeLimited = status === 200 && url.endsWith('/graphql') && headers.get('x-ratelimit-remaining') === '0';
  return mayBeLimited && /"type":\s*"RATE_LIMIT/.test(await response.clone().text());
}

function isTransient(outcome: Outcome): boolean {
  return outcome.response === null ? !isGuardRefusal(outcome.error) : outcome.response.status >= 500;
}

/** Whether an error is a refusal of the guarded network, which is permanent. */
function isGuardRefusal(error: unknown): boolean {
  const failure = safeFetchErrorOf(error)?.failure;
  return failure !== undefined && failure !== 'connection_failed' && failure !== 'timeout';
}
