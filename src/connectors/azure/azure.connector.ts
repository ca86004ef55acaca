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
import { AzureApi } from './azure-client.js';
import { endpointsOf, type AzureEndpoints } from './azure-endpoints.js';
import { AZURE_PERMISSIONS } from './azure-permissions.js';
import { AzureReader, type AzureAccount } from './azure-scope.js';
import { AzureSettings } from './azure-settings.js';
import { readEntra } from './entra-collect.js';
import { readKeyVaults } from './key-vault-collect.js';
import { readMachines } from './machines-collect.js';
import { readNetworkWatchers, readSecurityGroups } from './network-collect.js';
import { readSqlServers } from './sql-collect.js';
import { readStorageAccounts } from './storage-collect.js';
import { readSubscription } from './subscription-collect.js';

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

export interface AzureConnectorOptions {
  /** Where Azure answers, for tests. @default the pinned addresses of the chosen cloud */
  endpoints?: AzureEndpoints;
  /** @default Math.random */
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

  /** Reads a little of everything, so that each permission is tried for which there is something to read. */
  async probe(ctx: ProbeContext): Promise<string[]> {
    const problems = new Set<string>();
    for await (const step of this.steps(ctx, { isSample: true })) {
      if (step.kind === 'gap') problems.add(step.gap.reason);
    }
    return [...problems];
  }

  collect(ctx: CollectContext): AsyncIterable<Collected> {
    return this.steps(ctx, { isSample: false });
  }

  private async *steps(
    { config, network, clock, signal }: SystemContext,
    { isSample }: { isSample: boolean },
  ): AsyncGenerator<Collected> {
    const gaps = new GapLog();
    const settings = AzureSettings.parse(config);
    const { endpoints = endpointsOf(settings.cloud), random = Math.random } = this.options;
    const client = new RestClient({ network, clock, signal, random });
    const api = new AzureApi(client, endpoints, { settings, clock });
    const readerOf = (account: AzureAccount) => new AzureReader(api, account, { gaps, isSample });

    const subscriptions = await chosenSubscriptions(api, { settings, gaps });
    yield* gaps.drain();
    const tenant = { id: settings.tenant_id, name: settings.tenant_id, kind: 'tenant' as const };
    const parts = [
      { read: () => readEntra(readerOf(tenant)) },
      ...subscriptions.flatMap(({ subscriptionId: id, displayName: name, state }) =>
        partsOf(readerOf({ id, name, kind: 'subscription' }), { state, now: clock.now() }),
      ),
    ];
    yield* partByPart(parts, gaps);
    yield { kind: 'read', resourceTypes: [...DIRECTORY_TYPES, ...SUBSCRIPTION_TYPES] };
  }
}

function partsOf(reader: AzureReader, { state, now }: { state: string; now: Date }) {
  return [
    { read: () => readSubscription(reader, state) },
    { read: () => readStorageAccounts(reader) },
    { read: () => readSqlServers(reader) },
    { read: () => readKeyVaults(reader, now) },
    { read: () => readSecurityGroups(reader) },
    { read: () => readNetworkWatchers(reader) },
    { read: () => readMachines(reader) },
  ];
}

/**
 * The subscriptions that are asked for, or all that the application sees. One that it does not see is a gap.
 * @throws {ConnectionLost} where Resource Manager cannot be reached
 */
async function chosenSubscriptions(
  api: AzureApi,
  { settings, gaps }: { settings: AzureSettings; gaps: GapLog },
): Promise<Subscription[]> {
  const seen = await seenSubscriptions(api);
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

async function seenSubscriptions(api: AzureApi): Promise<Map<string, Subscription>> {
  const seen = new Map<string, Subscription>();
  try {
    for await (const each of api.list(api.management('/subscriptions', 'Microsoft.Resources'), Subscription)) {
      seen.set(each.subscriptionId.toLowerCase(), each);
    }
    return seen;
  } catch (err) {
    throw err instanceof RestError
      ? new ConnectionLost(`Reading the subscriptions of the tenant ${err.message}.`, { cause: err })
      : err;
  }
}
