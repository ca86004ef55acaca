import { z } from 'zod';
import type { CollectTime } from '../collect-time.js';
import type { RestClient, RestRequest } from '../rest/rest-client.js';
import { TokenCache } from '../rest/token-cache.js';
import type { Clock } from '../../platform/clock.js';
import type { AzureSettings } from './azure-settings.js';
import { tokenScopesOf, type AzureEndpoints } from './azure-endpoints.js';
import { azureToken } from './azure-token.js';

/** API version of each resource provider: the newest stable one, or the one that has what we need. */
const API_VERSIONS = {
  'Microsoft.Resources': '2022-12-01',
  'Microsoft.Insights': '2021-05-01-preview', // No stable version has diagnostic settings of subscriptions.
  'Microsoft.Security/securityContacts': '2023-12-01-preview', // The first with severities as they are today.
  'Microsoft.Security/assessments': '2021-06-01',
  'Microsoft.Security/jitNetworkAccessPolicies': '2020-01-01',
  'Microsoft.Storage': '2023-05-01',
  'Microsoft.Sql': '2021-11-01',
  'Microsoft.KeyVault': '2023-07-01',
  'Microsoft.Network': '2024-05-01',
  'Microsoft.Compute': '2024-07-01',
  'Microsoft.RecoveryServices': '2024-04-01',
} as const;
const VAULT_API_VERSION = '7.4';

/** A request to one of Azure's APIs. */
export interface AzureRequest extends RestRequest {
  api: 'management' | 'graph' | 'vault';
}

/**
 * REST client of Azure Resource Manager, Microsoft Graph and the contents of key vaults.
 *
 * Not the SDKs: @azure/identity and the eleven @azure/arm-* packages that the checks need bring their own HTTP stack, which
 * would have to be replaced package by package to keep every connection on the guarded network; what would be left of them
 * is a path, a version and types for responses that have to be validated anyway.
 */
export class AzureClient {
  private readonly tokens: Record<AzureRequest['api'], TokenCache>;

  constructor(
    private readonly rest: RestClient,
    private readonly endpoints: AzureEndpoints,
    { settings, clock }: { settings: AzureSettings; clock: Clock },
  ) {
    const scopes = tokenScopesOf(settings.cloud);
    const { login } = endpoints;
    const cacheOf = (scope: string) =>
      new TokenCache(() => azureToken({ rest, now: clock.now(), settings, login, scope }), clock);
    this.tokens = {
      management: cacheOf(scopes.management),
      graph: cacheOf(scopes.graph),
      vault: cacheOf(scopes.vault),
    };
  }

  /** Time of the collection. */
  get time(): CollectTime {
    return this.rest.time;
  }

  /** @param path from the root: `/subscriptions/…` */
  management(path: string, provider: keyof typeof API_VERSIONS, query: Record<string, string> = {}): AzureRequest {
    const search = new URLSearchParams({ 'api-version': API_VERSIONS[provider], ...query });
    return this.request('management', `${this.endpoints.management}${path}?${encoded(search)}`);
  }

  /** @param path after the version: `/users` */
  graph(path: string, query: Record<string, string> = {}): AzureRequest {
    const search = new URLSearchParams(query);
    return this.request('graph', `${this.endpoints.graph}/v1.0${path}?${encoded(search)}`);
  }

  /** @param path `/keys/name/rotationpolicy` */
  vault(name: string, path: string): AzureRequest {
    return this.request('vault', `${this.endpoints.vault(name)}${path}?api-version=${VAULT_API_VERSION}`);
  }

  /** @throws {RestError} */
  send<T>(request: AzureRequest, schema: z.ZodType<T>): Promise<T> {
    return this.rest.send(request, schema);
  }

  /**
   * Items of a list, page by page.
   * @throws {RestError} also where the next page is at another server: no token is sent there
   */
  async *list<T>(request: AzureRequest, item: z.ZodType<T>): AsyncGenerator<T> {
    const Page = z.object({
      value: z.array(item),
      nextLink: z.string().nullish(),
      '@odata.nextLink': z.string().nullish(),
    });
    const pages = this.rest.pages(request, {
      schema: Page,
      nextOf: (page) => page.nextLink ?? page['@odata.nextLink'],
    });
    for await (const { value } of pages) yield* value;
  }

  private request(name: AzureRequest['api'], url: string): AzureRequest {
    return { url, credentials: this.tokens[name], api: name };
  }
}

/** Query string with spaces as %20: filters are OData, not form fields. */
function encoded(search: URLSearchParams): string {
  return search.toString().replaceAll('+', '%20');
}
