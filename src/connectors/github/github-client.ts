import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { RequestError } from '@octokit/request-error';
import type { RequestInit } from 'undici';
import { z } from 'zod';
import { AppError } from '../../platform/errors.js';
import { OutOfTime } from '../collect-time.js';
import { ConnectionLost } from '../connector.js';
import { PagesSeen } from '../pages-seen.js';
import { Reachability } from '../reachability.js';
import { safeFetchErrorOf } from '../../platform/safe-fetch/safe-fetch-error.js';
import { wholeOf } from '../whole-list.js';
import { apiAddress, type GitHubSettings } from './github-settings.js';
import { RetryingFetch, RateLimitExhausted, type RetryingFetchOptions } from './retrying-fetch.js';
import { Refused, refusedBy } from './refusal.rules.js';

const Paginating = Octokit.plugin(paginateRest);
const API_VERSION = { 'x-github-api-version': '2022-11-28' };

/** Limit of pages, above that of any list: an endless one would be read until the scan is over. */
const PAGES_MAX = 10_000;
/** Address of the next page in a header `link`. */
const NEXT = /<([^<>]+)>;\s*rel="next"/;

/** Result of a GraphQL query: fields may be missing, and each error names the path of one. */
export const GraphqlResult = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        type: z.string().optional(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
      }),
    )
    .default([]),
});
export type GraphqlResult = z.infer<typeof GraphqlResult>;

/**
 * Client of GitHub's REST and GraphQL APIs, with one token or App. All methods
 * @throws {ConnectionLost} when GitHub cannot be reached, or refuses the credentials
 * @throws {RateLimitExhausted} when the waits would become too long
 * @throws {Refused} for any other error response
 * @throws {AppError} UNAVAILABLE for a response that does not match the schema, is too long, or has its next page elsewhere
 */
export class GitHubClient {
  private readonly octokit: InstanceType<typeof Paginating>;
  private readonly address: string;
  private readonly reachability = new Reachability();

  constructor(
    settings: GitHubSettings,
    private readonly options: Omit<RetryingFetchOptions, 'origin'>,
  ) {
    this.address = apiAddress(settings.base_url);
    const retrying = new RetryingFetch({ ...options, origin: new URL(this.address).origin });
    this.octokit = new Paginating({
      ...authOf(settings),
      baseUrl: this.address,
      userAgent: 'crosswalk',
      log: SILENT,
      request: { fetch: (url: string, init: RequestInit) => retrying.fetch(url, init), log: SILENT },
    });
  }

  /**
   * The parsed response to a GET.
   * @param route `GET /orgs/{org}`
   */
  async get<T>(route: string, parameters: Record<string, unknown>, schema: z.ZodType<T>): Promise<T> {
    const response = await this.tried(() => this.octokit.request(route, { ...parameters, headers: API_VERSION }));
    return parsed(route, schema, response);
  }

  /** Pages of a list, one at a time. */
  async *pages<T>(route: string, parameters: Record<string, unknown>, schema: z.ZodType<T>): AsyncGenerator<T[]> {
    const pages = this.octokit.paginate.iterator(route, { ...parameters, per_page: 100, headers: API_VERSION });
    const iterator = pages[Symbol.asyncIterator]();
    const seen = new PagesSeen();
    for (let count = 0; count < PAGES_MAX; count += 1) {
      const page = await this.tried(() => iterator.next());
      if (page.done) return;
      yield parsed(route, z.array(schema), page.value);
      const next = NEXT.exec(page.value.headers.link ?? '')?.[1];
      if (next !== undefined && seen.hasSeen(next)) throw endless(route);
    }
    throw endless(route);
  }

  /** All items of a list. */
  async list<T>(route: string, parameters: Record<string, unknown>, schema: z.ZodType<T>): Promise<T[]> {
    return (await wholeOf(this.pages(route, parameters, schema), () => endless(route))).flat();
  }

  /** Result of a GraphQL query, with its errors. */
  async graph(query: string, variables: Record<string, unknown>): Promise<GraphqlResult> {
    return this.tried(async () => {
      try {
        return { data: await this.octokit.graphql<unknown>(query, variables), errors: [] };
      } catch (err) {
        const partial =
          err instanceof Error && err.name === 'GraphqlResponseError' ? GraphqlResult.safeParse(err) : null;
        if (partial?.success) return partial.data;
        throw err;
      }
    });
  }

  private async tried<T>(request: () => Promise<T>): Promise<T> {
    try {
      const answer = await request();
      this.reachability.answered();
      return answer;
    } catch (err) {
      this.options.signal.throwIfAborted();
      throw this.translated(err);
    }
  }

  /** An error of octokit as one of ours. A failure of our own `fetch` is its cause. */
  private translated(err: unknown): unknown {
    if (!(err instanceof RequestError)) return err;
    if (err.cause instanceof RateLimitExhausted || err.cause instanceof AppError) return err.cause;
    const { host } = new URL(this.address);
    if (!err.response) {
      if (err.cause instanceof OutOfTime && err.cause.of === 'part') {
        return new Refused(null, 'it did not answer in the time of the scan', null, false);
      }
      if (!this.reachability.isAwayAfterSilence()) return new Refused(null, 'it does not answer', null, false);
      const why = safeFetchErrorOf(err.cause)?.message ?? 'there is no answer';
      return new ConnectionLost(`GitHub at ${host} cannot be reached: ${why}.`, { cause: err });
    }
    this.reachability.answered();
    if (err.request.url.endsWith('/access_tokens')) {
      return new ConnectionLost(`GitHub gives the App no token for this installation: ${refusedBy(err).message}.`, {
        cause: err,
      });
    }
    if (err.status === 401) {
      return new ConnectionLost('GitHub refuses the credentials: they are wrong, expired or revoked.', { cause: err });
    }
    return refusedBy(err);
  }
}

/** Log without output; octokit would log to the console by default. */
const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function endless(route: string): AppError {
  return new AppError('UNAVAILABLE', `GitHub’s answer to ${route} is an endless list`);
}

function authOf({ token, app_id: appId, installation_id: installationId, private_key: privateKey }: GitHubSettings) {
  return token === undefined
    ? { authStrategy: createAppAuth, auth: { appId, installationId, privateKey } }
    : { auth: token };
}

function parsed<T>(route: string, schema: z.ZodType<T>, { status, data }: { status: number; data: unknown }): T {
  if (status >= 300) throw new Refused(status, 'it sends the request elsewhere', null, false);
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new AppError('UNAVAILABLE', `GitHub’s answer to ${route} was not understood`, { cause: result.error });
}
