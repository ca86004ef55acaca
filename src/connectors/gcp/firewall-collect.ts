import { z } from 'zod';
import type { Resource } from '../resource.js';
import { rulesOfPolicy, type NetworkPolicyRule } from './firewall-policy.rules.js';
import { internetServices, normalisedAllowed, type FirewallRule } from './firewall.rules.js';
import { lastOf } from './gcp-schemas.js';
import type { GcpScope } from './gcp-scope.js';

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

/** Firewall rules of a project's networks, then those of the firewall policies that are in force for these. */
export async function* collectFirewalls(scope: GcpScope): AsyncGenerator<Resource> {
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
    yield firewallResource(rule, rules, { project: id, id: `projects/${id}/global/firewalls/${rule.name}` });
  }
  yield* effectivePolicyRules(scope);
  yield* regionalPolicyRules(scope);
}

/** Rules of the hierarchical policies above the project and of the global policies of its networks. */
async function* effectivePolicyRules(scope: GcpScope): AsyncGenerator<Resource> {
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
      for (const policy of effective?.firewallPolicys ?? []) yield* rulesIn(policy, selfLink, id);
    }
  }
}

/** Rules of the regional policies of a project's networks, which are not among the effective ones of a network. */
async function* regionalPolicyRules(scope: GcpScope): AsyncGenerator<Resource> {
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
        for (const { attachmentTarget } of policy.associations) yield* rulesIn(policy, attachmentTarget, id);
      }
    }
  }
}

function rulesIn(policy: z.infer<typeof Policy>, network: string, project: string): Resource[] {
  const name = policy.displayName ?? policy.shortName ?? policy.name;
  const rules = rulesOfPolicy({ name, rules: policy.rules }, network);
  return rules.map((rule) => {
    const id = `projects/${project}/global/networks/${lastOf(network)}/firewallPolicies/${policy.name}/rules/${String(rule.priority)}`;
    return withUnread(firewallResource(rule, rules, { project, id }), rule);
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
  { project, id }: { project: string; id: string },
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
    },
  };
}
