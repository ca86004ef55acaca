import { z } from 'zod';
import { GapLog, partByPart } from '../rest/gap-log.js';
import { RestClient } from '../rest/rest-client.js';
import { RestError } from '../rest/rest-error.js';
import {
  ConnectionLost,
  type CollectContext,
  type Collected,
  type Connector,
  type ProbeContext,
  type SystemContext,
} from '../connector.js';
import { namedFacts } from '../identity.js';
import { AzureClient } from './azure-client.js';
import { endpointsOf, type AzureEndpoints } from './azure-endpoints.js';
import { AZURE_PERMISSIONS } from './azure-permissions.js';
import { AzureScope, type AzureAccount } from './azure-scope.js';
import { AzureSettings } from './azure-settings.js';
import { collectEntra } from './entra-collect.js';
import { collectKeyVaults } from './key-vault-collect.js';
import { collectMachines } from './machines-collect.js';
import { collectNetworkWatchers, collectSecurityGroups } from './network-collect.js';
import { collectSqlServers } from './sql-collect.js';
import { collectStorageAccounts } from './storage-collect.js';
import { collectSubscription } from './subscription-collect.js';

const DIRECTORY_TYPES = ['AzureEntraTenant', 'AzureEntraUser'];
const SUBSCRIPTION_TYPES = [
  'microsoft.resources/subscriptions',
  'microsoft.storage/storageaccounts',
  'microsoft.sql/servers',
  'microsoft.sql/servers/databases',
  'microsoft.keyvault/vaults',
  'microsoft.keyvault/vaults/keys',
  'microsoft.network/networksecuritygroups',
  'microsoft.network/networkwatchers',
  'microsoft.compute/virtualmachines',
  'microsoft.security/assessments/governanceassignments',
];

const Subscription = z.object({ subscriptionId: z.string(), displayName: z.string(), state: z.string() });
type Subscription = z.infer<typeof Subscription>;

/** Options of the connector, for tests. */
export interface AzureConnectorOptions {
  /** Base URLs, for tests. @default the pinned ones of the chosen cloud */
  endpoints?: AzureEndpoints;
  /** Jitter of waits, from 0 to 1. @default Math.random */
  random?: () => number;
}

/** Reads subscriptions and the directory of an Entra ID tenant as an application (service principal). */
export class AzureConnector implements Connector {
  readonly type = 'azure';
  readonly title = 'Microsoft Azure';
  readonly description =
    'Subscriptions of Azure through Resource Manager and the Entra ID directory through Microsoft Graph, as an application.';
  readonly settings = AzureSettings;
  readonly permissions = AZURE_PERMISSIONS;
  readonly acceptsReports = false;

  constructor(private readonly options: AzureConnectorOptions = {}) {}

  /** Reads a few items of every list: this tests each permission for which there is something to read. */
  async probe(ctx: ProbeContext): Promise<string[]> {
    const problems = new Set<string>();
    for await (const step of this.steps(ctx, { isSample: true, reached: ctx.reached })) {
      if (step.kind === 'gap') problems.add(step.gap.reason);
    }
    return [...problems];
  }

  collect(ctx: CollectContext): AsyncIterable<Collected> {
    return this.steps(ctx, { isSample: false });
  }

  private async *steps(
    { config, network, clock, signal, timeLimits }: SystemContext,
    { isSample, reached }: { isSample: boolean; reached?: ProbeContext['reached'] },
  ): AsyncGenerator<Collected> {
    const gaps = new GapLog();
    const settings = AzureSettings.parse(config);
    const { endpoints = endpointsOf(settings.cloud), random = Math.random } = this.options;
    const rest = new RestClient({ network, clock, signal, timeLimits, random });
    const client = new AzureClient(rest, endpoints, { settings, clock });
    const scopeOf = (account: AzureAccount) => new AzureScope(client, account, { gaps, isSample });

    const subscriptions = await chosenSubscriptions(client, { settings, gaps });
    reached?.([
      { kind: 'tenant', value: settings.tenant_id },
      { kind: 'application', value: settings.client_id },
      ...namedFacts(
        'subscription',
        subscriptions.map(({ displayName, subscriptionId }) => `${displayName} (${subscriptionId})`),
      ),
    ]);
    yield* gaps.drain();
    const tenant = { id: settings.tenant_id, name: settings.tenant_id, kind: 'tenant' as const };
    const parts = [
      { read: () => collectEntra(scopeOf(tenant)) },
      ...subscriptions.flatMap(({ subscriptionId: id, displayName: name, state }) =>
        partsOf(scopeOf({ id, name, kind: 'subscription' }), { state, now: clock.now() }),
      ),
    ];
    yield* partByPart(parts, { gaps, time: client.time });
    yield { kind: 'read', resourceTypes: [...DIRECTORY_TYPES, ...SUBSCRIPTION_TYPES] };
  }
}

function partsOf(scope: AzureScope, { state, now }: { state: string; now: Date }) {
  return [
    { read: () => collectSubscription(scope, state) },
    { read: () => collectStorageAccounts(scope) },
    { read: () => collectSqlServers(scope) },
    { read: () => collectKeyVaults(scope, now) },
    { read: () => collectSecurityGroups(scope) },
    { read: () => collectNetworkWatchers(scope) },
    { read: () => collectMachines(scope) },
  ];
}

/**
 * The subscriptions of the settings, or all that the application sees. One that it does not see is a gap.
 * @throws {ConnectionLost} where Resource Manager cannot be reached
 */
async function chosenSubscriptions(
  client: AzureClient,
  { settings, gaps }: { settings: AzureSettings; gaps: GapLog },
): Promise<Subscription[]> {
  const seen = await visibleSubscriptions(client);
  const grant = 'assign the application a role with Microsoft.Resources/subscriptions/read';
  const missing = (account: string | null, reason: string) =>
    gaps.note({ resourceTypes: SUBSCRIPTION_TYPES, region: null, account, reason });
  if (settings.subscriptions.length === 0) {
    if (seen.size === 0) missing(null, `The application sees no subscription; ${grant} in one.`);
    return [...seen.values()];
  }
  return [...new Set(settings.subscriptions.map((id) => id.toLowerCase()))].flatMap((id) => {
    const subscription = seen.get(id);
    if (!subscription) missing(id, `The application does not see the subscription ${id}; ${grant} in it.`);
    return subscription ? [subscription] : [];
  });
}

async function visibleSubscriptions(client: AzureClient): Promise<Map<string, Subscription>> {
  const seen = new Map<string, Subscription>();
  try {
    for await (const each of client.list(client.management('/subscriptions', 'Microsoft.Resources'), Subscription)) {
      seen.set(each.subscriptionId.toLowerCase(), each);
    }
    return seen;
  } catch (err) {
    throw err instanceof RestError
      ? new ConnectionLost(`Reading the subscriptions of the tenant ${err.message}.`, { cause: err })
      : err;
  }
}
