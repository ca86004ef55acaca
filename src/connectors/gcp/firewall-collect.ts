import { z } from 'zod';
import type { Resource } from '../resource.js';
import { rulesOfPolicy, type NetworkPolicyRule } from './firewall-policy.rules.js';
import { internetServices, normalisedAllowed, type FirewallRule } from './firewall.rules.js';
import { lastOf } from './gcp-schemas.js';
import type { GcpScope } from './gcp-scope.js';
import { publicTargets, type PublicMachines } from './public-machines.rules.js';

const FIREWALL = 'compute.googleapis.com/Firewall';

const Names = z.array(z.string()).default([]);
const Traffic = z.array(z.object({ IPProtocol: z.string(), ports: z.array(z.string()).optional() })).default([]);
const FirewallPage = z.object({
  items: z
    .array(
      z.object({
        name: z.string(),
        network: z.string(),
        direction: z.string().default('INGRESS'),
        disabled: z.boolean().default(false),
        priority: z.number().default(1000),
        sourceRanges: Names,
        sourceTags: Names,
        sourceServiceAccounts: Names,
        destinationRanges: Names,
        targetTags: Names,
        targetServiceAccounts: Names,
        allowed: Traffic,
        denied: Traffic,
      }),
    )
    .default([]),
});

const NetworkPage = z.object({ items: z.array(z.object({ name: z.string(), selfLink: z.string() })).default([]) });

const Policy = z.object({
  name: z.string(),
  shortName: z.string().optional(),
  displayName: z.string().optional(),
  rules: z
    .array(
      z.object({
        priority: z.number(),
        direction: z.string().default('INGRESS'),
        action: z.string(),
        disabled: z.boolean().default(false),
        targetSecureTags: z.array(z.object({ name: z.string().optional() })).default([]),
        targetServiceAccounts: Names,
        match: z.object({
          srcIpRanges: Names,
          destIpRanges: Names,
          srcSecureTags: z.array(z.unknown()).default([]),
          srcFqdns: Names,
          srcRegionCodes: Names,
          srcThreatIntelligences: Names,
          srcAddressGroups: Names,
          srcNetworkScope: z.string().optional(),
          srcNetworkType: z.string().optional(),
          layer4Configs: z
            .array(z.object({ ipProtocol: z.string(), ports: z.array(z.string()).optional() }))
            .default([]),
        }),
      }),
    )
    .default([]),
});
const Effective = z.object({ firewallPolicys: z.array(Policy).default([]) });
const RegionalPage = z.object({
  items: z
    .record(
      z.string(),
      z.object({
        firewallPolicies: z
          .array(Policy.extend({ associations: z.array(z.object({ attachmentTarget: z.string() })).default([]) }))
          .default([]),
      }),
    )
    .default({}),
});

/**
 * Firewall rules of a project's networks, then those of the firewall policies that are in force for these.
 * @param machines of the project, read before
 */
export async function* collectFirewalls(scope: GcpScope, machines: PublicMachines): AsyncGenerator<Resource> {
  const { id } = scope.project;
  const pages = scope.pages(
    { types: [FIREWALL], permission: 'compute.firewalls.list' },
    scope.client.get('compute', `/projects/${id}/global/firewalls`, { maxResults: '500' }),
    FirewallPage,
  );
  // What a rule opens depends on the denials of all others: they are read first.
  const rules: FirewallRule[] = [];
  for await (const { items } of pages) rules.push(...items);
  for (const rule of rules) {
    yield firewallResource(rule, rules, {
      project: id,
      id: `projects/${id}/global/firewalls/${rule.name}`,
      targets: publicTargets(rule, machines),
    });
  }
  yield* effectivePolicyRules(scope, machines);
  yield* regionalPolicyRules(scope, machines);
}

/** Rules of the hierarchical policies above the project and of the global policies of its networks. */
async function* effectivePolicyRules(scope: GcpScope, machines: PublicMachines): AsyncGenerator<Resource> {
  const { id } = scope.project;
  const networks = scope.pages(
    { types: [FIREWALL], permission: 'compute.networks.list' },
    scope.client.get('compute', `/projects/${id}/global/networks`, { maxResults: '500' }),
    NetworkPage,
  );
  for await (const { items } of networks) {
    for (const { name, selfLink } of items) {
      const effective = await scope.get(
        { types: [FIREWALL], permission: 'compute.networks.getEffectiveFirewalls' },
        scope.client.get('compute', `/projects/${id}/global/networks/${name}/getEffectiveFirewalls`),
        Effective,
      );
      for (const policy of effective?.firewallPolicys ?? [])
        yield* rulesIn(policy, { network: selfLink, project: id, machines });
    }
  }
}

/** Rules of the regional policies of a project's networks, which are not among the effective ones of a network. */
async function* regionalPolicyRules(scope: GcpScope, machines: PublicMachines): AsyncGenerator<Resource> {
  const { id } = scope.project;
  const pages = scope.pages(
    { types: [FIREWALL], permission: 'compute.firewallPolicies.list' },
    scope.client.get('compute', `/projects/${id}/aggregated/firewallPolicies`, { maxResults: '500' }),
    RegionalPage,
  );
  for await (const { items } of pages) {
    for (const [place, { firewallPolicies }] of Object.entries(items)) {
      if (!place.startsWith('regions/')) continue;
      for (const policy of firewallPolicies) {
        for (const { attachmentTarget } of policy.associations)
          yield* rulesIn(policy, { network: attachmentTarget, project: id, machines });
      }
    }
  }
}

function rulesIn(
  policy: z.infer<typeof Policy>,
  { network, project, machines }: { network: string; project: string; machines: PublicMachines },
): Resource[] {
  const name = policy.displayName ?? policy.shortName ?? policy.name;
  const rules = rulesOfPolicy({ name, rules: policy.rules }, network);
  return rules.map((rule) => {
    const id = `projects/${project}/global/networks/${lastOf(network)}/firewallPolicies/${policy.name}/rules/${String(rule.priority)}`;
    // The tags of policies are not those that machines list.
    const targets = rule.targetTags.length > 0 ? [] : publicTargets(rule, machines);
    return withUnread(firewallResource(rule, rules, { project, id, targets }), rule);
  });
}

/** Without knowing the addresses of its groups, a rule that lets them in opens what is not known. */
function withUnread(resource: Resource, { unreadSources }: NetworkPolicyRule): Resource {
  if (unreadSources.length === 0) return resource;
  const reason = `The addresses of ${unreadSources.map(lastOf).join(', ')}, which the rule ${resource.name} lets in, are not read.`;
  const properties = { ...resource.properties, internet_services: null };
  return { ...resource, properties, unknown: { internet_services: reason } };
}

function firewallResource(
  rule: FirewallRule,
  all: readonly FirewallRule[],
  { project, id, targets }: { project: string; id: string; targets: string[] | null },
): Resource {
  const { name, network, direction, disabled, priority, sourceRanges, targetTags, allowed } = rule;
  return {
    type: FIREWALL,
    id,
    name,
    region: null,
    account: project,
    properties: {
      network: lastOf(network),
      direction,
      disabled,
      priority,
      source_ranges: sourceRanges,
      target_tags: targetTags,
      allowed: allowed.map(normalisedAllowed),
      internet_services: internetServices(rule, all).map(({ name: service, protocol, port }) => ({
        name: service,
        protocol,
        port,
      })),
      public_targets: targets,
    },
  };
}
