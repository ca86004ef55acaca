import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import type { RestClient, RestRequest } from '../rest/rest-client.js';
import { TokenCache } from '../rest/token-cache.js';
import type { ServiceAccountKey } from './gcp-settings.js';
import { gcpToken, TOKEN_URI } from './gcp-token.js';

/** Where the paths of each interface begin, at `https://<interface>.googleapis.com`. */
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
export type GoogleInterface = keyof typeof BASE_PATHS;

const NextPage = z.object({ nextPageToken: z.string() });

/** Where Google answers. */
export interface GoogleEndpoints {
  tokenUri: string;
  /** Scheme, host and port of an interface, without a final slash. */
  interface: (name: GoogleInterface) => string;
}

const ENDPOINTS: GoogleEndpoints = { tokenUri: TOKEN_URI, interface: (name) => `https://${name}.googleapis.com` };

/** A request to one of Google's interfaces. */
export interface GoogleRequest extends RestRequest {
  interface: GoogleInterface;
}

/**
 * Google Cloud's interfaces by REST, not by its client libraries: nine packages, half of them on gRPC, which cannot be
 * kept on the guarded network; of what they do, a scan needs lists alone.
 */
export class GoogleApi {
  private readonly tokens: TokenCache;
  private readonly endpoints: GoogleEndpoints;

  constructor(
    private readonly client: RestClient,
    {
      key,
      clock,
      endpoints = ENDPOINTS,
    }: { key: ServiceAccountKey; clock: Clock; endpoints?: GoogleEndpoints | undefined },
  ) {
    const { tokenUri } = endpoints;
    this.endpoints = endpoints;
    this.tokens = new TokenCache(() => gcpToken({ rest: client, now: clock.now(), key, tokenUri }), clock);
  }

  /** @param path after the version: `/projects/northwind` */
  get(name: GoogleInterface, path: string, query: Record<string, string> = {}): GoogleRequest {
    const search = new URLSearchParams(query).toString();
    const base = `${this.endpoints.interface(name)}${BASE_PATHS[name]}`;
    return { interface: name, credentials: this.tokens, url: `${base}${path}${search === '' ? '' : `?${search}`}` };
  }

  /** For methods that read and are a POST all the same. */
  post(name: GoogleInterface, path: string, body: unknown): GoogleRequest {
    const headers = { 'content-type': 'application/json' };
    return { ...this.get(name, path), method: 'POST', headers, body: JSON.stringify(body) };
  }

  /** @throws {RestError} */
  ask<T>(request: GoogleRequest, shape: z.ZodType<T>): Promise<T> {
    return this.client.ask(request, shape);
  }

  /**
   * The pages of a list.
   * @throws {RestError}
   */
  pages<T>(request: GoogleRequest, page: z.ZodType<T>): AsyncGenerator<T> {
    return this.client.pages(request, {
      shape: page,
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
