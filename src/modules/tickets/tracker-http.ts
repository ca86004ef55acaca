import { z } from 'zod';
import { redact } from '../../connectors/redact.js';
import { DAY, SECOND, type Clock } from '../../platform/clock.js';
import { isUnstorable, UNSTORABLE } from '../../platform/foreign-text.rules.js';
import { outsideTurn } from '../../platform/outside-turn.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { TooManyBytes } from '../../platform/limited-bytes.js';
import { limitedJson, TooMuchToParse } from '../../platform/limited-json.js';
import { retryAfterMs } from '../../platform/retry-after.rules.js';
import { safeFetchErrorOf } from '../../platform/safe-fetch/safe-fetch-error.js';
import { TrackerError } from './tracker-client.js';

const TIMEOUT_MS = 15 * SECOND;
/** Longest answer that is read; a page of a hundred tickets has some ten thousand values. */
const ANSWER_MAX = { bytes: 4 * 1024 * 1024, values: 50_000 };
/** Longest wait that a tracker may ask for: what it says beyond may be no time that a clock has. */
const WAIT_MS_MAX = DAY;
const MESSAGE_MAX = 300;
const REDACTED = '[redacted]';

export interface TrackerHttpOptions {
  network: Pick<GuardedNetwork, 'fetch'>;
  clock: Clock;
  /** Where the paths begin, without a slash at its end. */
  address: string;
  /** Sent with each request. */
  headers: Readonly<Record<string, string>>;
  /** Taken out of what a tracker says, should it repeat them: members read it. */
  secrets: readonly string[];
  /** Ends its requests when it aborts, beside their own time limit. @default none */
  signal?: AbortSignal;
}

interface Request<T> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  body?: object;
  /** Shape of the answer. */
  shape: z.ZodType<T>;
}

/** JSON over the guarded network, to the interface of one tracker. Redirects are not followed: they would take the credentials along. */
export class TrackerHttp {
  constructor(private readonly options: TrackerHttpOptions) {}

  /** @throws {TrackerError} without an answer of the shape */
  async ask<T>(path: string, request: Request<T>): Promise<T> {
    const found = await this.askMaybe(path, request);
    if (found === undefined)
      throw new TrackerError('refused', 'answered 404: not found, or not visible to the account');
    return found;
  }

  /** @returns undefined for 404 and 410, and where it has moved. @throws {TrackerError} */
  askMaybe<T>(path: string, request: Request<T>): Promise<T | undefined> {
    return outsideTurn(() => this.askOnce(path, request));
  }

  private async askOnce<T>(path: string, { method = 'GET', body, shape }: Request<T>): Promise<T | undefined> {
    const { address, headers, network, signal } = this.options;
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const json = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
    try {
      const answer = await network.fetch(`${address}${path}`, {
        method,
        headers: { ...headers, ...json },
        ...(body && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      const text = (await limitedJson(answer.body, ANSWER_MAX)).toString('utf8');
      if ([301, 302, 307, 308, 404, 410].includes(answer.status)) return undefined;
      if (answer.status < 200 || answer.status > 299) throw this.failureOf(answer.status, answer.headers, text);
      return shape.parse(text === '' ? null : JSON.parse(text));
    } catch (err) {
      if (signal?.aborted) throw new TrackerError('unavailable', 'did not answer in time');
      throw errorOf(err);
    }
  }

  private failureOf(status: number, headers: { get: (name: string) => string | null }, text: string): TrackerError {
    const now = this.options.clock.now();
    const said = saidBy(text, this.options.secrets);
    const message = `answered ${status}${said === '' ? '' : `: ${said}`}`;
    if (status === 429 || (status === 403 && isExhausted(headers))) {
      return new TrackerError('rate_limited', message, waitOf(headers, now));
    }
    if (status === 401 || status === 403) return new TrackerError('unauthorized', message);
    if (status >= 500) return new TrackerError('unavailable', message);
    return new TrackerError('refused', message);
  }
}

/** GitHub answers 403 to too many requests, and names the limit. Source: GitHub REST API, rate limits. */
function isExhausted(headers: { get: (name: string) => string | null }): boolean {
  return headers.get('x-ratelimit-remaining') === '0' || headers.get('retry-after') !== null;
}

function waitOf(headers: { get: (name: string) => string | null }, now: Date): number | null {
  const asked = retryAfterMs(headers.get('retry-after') ?? undefined, now);
  if (asked !== null) return Math.min(asked, WAIT_MS_MAX);
  const resetSeconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  if (!Number.isFinite(resetSeconds)) return null;
  return Math.min(Math.max(0, resetSeconds * SECOND - now.getTime()), WAIT_MS_MAX);
}

/** The messages of an answer, without credentials: `message` and `errors` of GitHub, `errorMessages` and `errors` of Jira. */
function saidBy(text: string, secrets: readonly string[]): string {
  try {
    const { message, errorMessages, errors } = JSON.parse(text) as Record<string, unknown>;
    const fields =
      typeof errors === 'object' && errors !== null && !Array.isArray(errors) ? Object.entries(errors) : [];
    const said = [
      message,
      ...(Array.isArray(errorMessages) ? (errorMessages as unknown[]) : []),
      ...fields.map((each) => each.join(': ')),
    ];
    const shown = said.filter((each) => typeof each === 'string' && each !== '').join('; ');
    return redact(
      secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), shown),
      MESSAGE_MAX,
    );
  } catch {
    return '';
  }
}

function errorOf(err: unknown): TrackerError {
  if (err instanceof TrackerError) return err;
  if (err instanceof TooManyBytes || err instanceof TooMuchToParse)
    return new TrackerError('unavailable', 'the answer is too long');
  const refusal = safeFetchErrorOf(err);
  if (refusal) {
    const isRefused = refusal.failure === 'address_refused' || refusal.failure === 'url_refused';
    return new TrackerError(isRefused ? 'refused' : 'unavailable', refusal.message);
  }
  if (err instanceof Error && err.name === 'TimeoutError') {
    return new TrackerError('unavailable', `did not answer within ${TIMEOUT_MS / SECOND} seconds`);
  }
  if (err instanceof z.ZodError && isUnstorable(err)) {
    return new TrackerError('unavailable', `its answer ${UNSTORABLE}`);
  }
  if (err instanceof SyntaxError || err instanceof z.ZodError) {
    return new TrackerError('unavailable', 'answered with something else than was asked for');
  }
  return new TrackerError('unavailable', 'the connection failed');
}
