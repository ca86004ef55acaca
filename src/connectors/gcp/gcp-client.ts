import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import type { CollectTime } from '../collect-time.js';
import type { RestClient, RestRequest } from '../rest/rest-client.js';
import { TokenCache } from '../rest/token-cache.js';
import type { ServiceAccountKey } from './gcp-settings.js';
import { gcpToken, TOKEN_URI } from './gcp-token.js';

/** Path prefix of each API, at `https://<api>.googleapis.com`. */
const BASE_PATHS = {
  cloudresourcemanager: '/v1',
  serviceusage: '/v1',
  iam: '/v1',
  logging: '/v2',
  storage: '/storage/v1',
  compute: '/compute/v1',
  sqladmin: '/v1',
  cloudkms: '/v1',
  dns: '/dns/v1',
} as const;
/** Name of an API: `compute`. */
export type GcpApi = keyof typeof BASE_PATHS;

const NextPage = z.object({ nextPageToken: z.string() });

/** Base URLs of Google. */
export interface GcpEndpoints {
  tokenUri: string;
  /** Base URL of an API, without a trailing slash. */
  api: (name: GcpApi) => string;
}

const ENDPOINTS: GcpEndpoints = { tokenUri: TOKEN_URI, api: (name) => `https://${name}.googleapis.com` };

/** A request to one of Google's APIs. */
export interface GcpRequest extends RestRequest {
  api: GcpApi;
}

/**
 * REST client of Google Cloud's APIs. Not Google's client libraries: nine packages, half of them on gRPC, which cannot
 * use the guarded network; a scan needs only lists.
 */
export class GcpClient {
  private readonly tokens: TokenCache;
  private readonly endpoints: GcpEndpoints;

  constructor(
    private readonly rest: RestClient,
    {
      key,
      clock,
      endpoints = ENDPOINTS,
    }: { key: ServiceAccountKey; clock: Clock; endpoints?: GcpEndpoints | undefined },
  ) {
    const { tokenUri } = endpoints;
    this.endpoints = endpoints;
    this.tokens = new TokenCache(() => gcpToken({ rest, now: clock.now(), key, tokenUri }), clock);
  }

  /** Time of the collection. */
  get time(): CollectTime {
    return this.rest.time;
  }

  /** @param path after the version: `/projects/northwind` */
  get(name: GcpApi, path: string, query: Record<string, string> = {}): GcpRequest {
    const search = new URLSearchParams(query).toString();
    const base = `${this.endpoints.api(name)}${BASE_PATHS[name]}`;
    return { api: name, credentials: this.tokens, url: `${base}${path}${search === '' ? '' : `?${search}`}` };
  }

  /** Parsed response of a method that only reads although it is a POST. */
  post(name: GcpApi, path: string, body: unknown): GcpRequest {
    const headers = { 'content-type': 'application/json' };
    return { ...this.get(name, path), method: 'POST', headers, body: JSON.stringify(body) };
  }

  /** @throws {RestError} */
  send<T>(request: GcpRequest, schema: z.ZodType<T>): Promise<T> {
    return this.rest.send(request, schema);
  }

  /**
   * Pages of a list.
   * @throws {RestError}
   */
  pages<T>(request: GcpRequest, page: z.ZodType<T>): AsyncGenerator<T> {
    return this.rest.pages(request, {
      schema: page,
      nextOf: (_page, { body }) => {
        const token = NextPage.safeParse(body).data?.nextPageToken ?? '';
        if (token === '') return null;
        const url = new URL(request.url);
        url.searchParams.set('pageToken', token);
        return url.href;
      },
    });
  }
}
