import { z } from 'zod';
import type { RestClient, RestRequest } from '../rest/rest-client.js';
import { TokenCache } from '../rest/token-cache.js';
import type { Clock } from '../../platform/clock.js';
import type { AzureSettings } from './azure-settings.js';
import { scopesOf, type AzureEndpoints } from './azure-endpoints.js';
import { azureToken } from './azure-token.js';

/** The version of each provider's interface that is asked: the newest stable one, or the one that tells what we need. */
const API_VERSIONS = {
  'Microsoft.Resources': '2022-12-01',
  'Microsoft.Insights': '2021-05-01-preview', // No stable version has diagnostic settings of subscriptions.
  'Microsoft.Security/securityContacts': '2023-12-01-preview', // The first with severities as they are kept today.
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

/** A request to one of Azure's interfaces. */
export interface AzureRequest extends RestRequest {
  interface: 'management' | 'graph' | 'vault';
}

/**
 * Azure Resource Manager, Microsoft Graph and the contents of key vaults, by REST.
 *
 * Not by the SDKs: @azure/identity and the eleven @azure/arm-* packages that the checks need bring an HTTP stack of their
 * own, which would have to be replaced package by package to keep every connection on the guarded network; what is left
 * of them is an address, a version and types for answers that have to be checked anyway.
 */
export class AzureApi {
  private readonly tokens: Record<AzureRequest['interface'], TokenCache>;

  constructor(
    private readonly client: RestClient,
    private readonly endpoints: AzureEndpoints,
    { settings, clock }: { settings: AzureSettings; clock: Clock },
  ) {
    const scopes = scopesOf(settings.cloud);
    const { login } = endpoints;
    const cacheOf = (scope: string) =>
      new TokenCache(() => azureToken({ rest: client, now: clock.now(), settings, login, scope }), clock);
    this.tokens = {
      management: cacheOf(scopes.management),
      graph: cacheOf(scopes.graph),
      vault: cacheOf(scopes.vault),
    };
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
  ask<T>(request: AzureRequest, shape: z.ZodType<T>): Promise<T> {
    return this.client.ask(request, shape);
  }

  /**
   * The items of a list, page by page.
   * @throws {RestError} also where a page leads to another server: no token is sent there
   */
  async *list<T>(request: AzureRequest, item: z.ZodType<T>): AsyncGenerator<T> {
    const Page = z.object({
      value: z.array(item),
      nextLink: z.string().nullish(),
      '@odata.nextLink': z.string().nullish(),
    });
    const pages = this.client.pages(request, {
      shape: Page,
      nextOf: (page) => page.nextLink ?? page['@odata.nextLink'],
    });
    for await (const { value } of pages) yield* value;
  }

  private request(name: AzureRequest['interface'], url: string): AzureRequest {
    return { url, credentials: this.tokens[name], interface: name };
  }
}

/** Spaces as %20: a filter is OData, not a form. */
function encoded(search: URLSearchParams): string {
  return search.toString().replaceAll('+', '%20');
}
