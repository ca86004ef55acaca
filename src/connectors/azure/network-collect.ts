import { z } from 'zod';
import { inParallel } from '../in-parallel.js';
import type { Resource } from '../resource.js';
import { PARALLEL_REQUESTS, Located } from './azure-schemas.js';
import type { AzureScope } from './azure-scope.js';
import { internetServices, normalisedRule } from './network.rules.js';

const GROUP = 'microsoft.network/networksecuritygroups';
const WATCHER = 'microsoft.network/networkwatchers';

const Prefixes = z.array(z.string()).nullish();
const Group = Located.extend({
  properties: z.object({
    securityRules: z
      .array(
        z.object({
          name: z.string(),
          properties: z.object({
            direction: z.string(),
            access: z.string(),
            protocol: z.string(),
            priority: z.number().nullish(),
            sourceAddressPrefix: z.string().nullish(),
            sourceAddressPrefixes: Prefixes,
            sourcePortRange: z.string().nullish(),
            sourcePortRanges: Prefixes,
            destinationAddressPrefix: z.string().nullish(),
            destinationAddressPrefixes: Prefixes,
            destinationApplicationSecurityGroups: z.array(z.object({ id: z.string() })).nullish(),
            destinationPortRange: z.string().nullish(),
            destinationPortRanges: Prefixes,
          }),
        }),
      )
      .nullish(),
  }),
});

const FlowLog = z.object({
  name: z.string(),
  properties: z.object({
    enabled: z.boolean().nullish(),
    targetResourceId: z.string().nullish(),
    retentionPolicy: z.object({ days: z.number().nullish() }).nullish(),
  }),
});

/** Network security groups with their own rules. */
export async function* collectSecurityGroups(scope: AzureScope): AsyncGenerator<Resource> {
  const { client, account } = scope;
  const groups = scope.list(
    { types: [GROUP], permission: 'Microsoft.Network/networkSecurityGroups/read' },
    client.management(
      `/subscriptions/${account.id}/providers/Microsoft.Network/networkSecurityGroups`,
      'Microsoft.Network',
    ),
    Group,
  );
  for await (const { id, name, location, tags, properties } of groups) {
    const rules = properties.securityRules ?? [];
    yield {
      type: GROUP,
      id,
      name,
      region: location,
      account: account.id,
      properties: {
        security_rules: rules.map((rule) => normalisedRule(rule.name, rule.properties)),
        internet_services: internetServices(rules),
        tags,
      },
    };
  }
}

/** Network Watchers with their flow logs. */
export async function* collectNetworkWatchers(scope: AzureScope): AsyncGenerator<Resource> {
  const { client, account } = scope;
  const watchers = scope.list(
    { types: [WATCHER], permission: 'Microsoft.Network/networkWatchers/read' },
    client.management(`/subscriptions/${account.id}/providers/Microsoft.Network/networkWatchers`, 'Microsoft.Network'),
    Located,
  );
  yield* inParallel(watchers, PARALLEL_REQUESTS, async ({ id, name, location }): Promise<Resource> => {
    const logs = await scope.all(
      {
        types: [],
        details: { types: [WATCHER], properties: ['flow_logs'] },
        permission: 'Microsoft.Network/networkWatchers/flowLogs/read',
      },
      client.management(`${id}/flowLogs`, 'Microsoft.Network'),
      FlowLog,
    );
    return {
      type: WATCHER,
      id,
      name,
      region: location,
      account: account.id,
      properties: { flow_logs: logs?.map(flowLog) ?? null },
    };
  });
}

function flowLog({ name, properties }: z.infer<typeof FlowLog>) {
  return {
    name,
    enabled: properties.enabled ?? false,
    retention_days: properties.retentionPolicy?.days ?? null,
    target: properties.targetResourceId ?? null,
  };
}
