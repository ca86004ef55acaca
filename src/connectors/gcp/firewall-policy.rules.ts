import type { Allowed, FirewallRule } from './firewall.rules.js';
import { lastOf } from './gcp-schemas.js';

/** A rule of a hierarchical or network firewall policy, as Compute Engine returns it with its defaults. */
export interface PolicyRule {
  priority: number;
  direction: string;
  action: string;
  disabled: boolean;
  targetSecureTags: { name?: string | undefined }[];
  targetServiceAccounts: string[];
  match: {
    srcIpRanges: string[];
    destIpRanges: string[];
    srcSecureTags: unknown[];
    srcFqdns: string[];
    srcRegionCodes: string[];
    srcThreatIntelligences: string[];
    srcAddressGroups: string[];
    /** `INTERNET`, or another kind of network. */
    srcNetworkScope?: string | undefined;
    srcNetworkType?: string | undefined;
    layer4Configs: { ipProtocol: string; ports?: string[] | undefined }[];
  };
}

/** A rule of a policy in the form of a rule of a network. */
export interface NetworkPolicyRule extends FirewallRule {
  /** Address groups among its sources, whose addresses are not read. */
  unreadSources: string[];
}

/**
 * The rules of a policy that decide about traffic, for a network. `goto_next` leaves traffic to others: nothing is allowed by it. A
 * rule that allows after an inspection allows.
 */
export function rulesOfPolicy(
  { name, rules }: { name: string; rules: readonly PolicyRule[] },
  network: string,
): NetworkPolicyRule[] {
  return rules
    .filter(({ action }) => action !== 'goto_next')
    .map((rule) => {
      const { priority, direction, action, disabled, match, targetSecureTags, targetServiceAccounts } = rule;
      const traffic = match.layer4Configs.map(({ ipProtocol, ports }): Allowed => ({ IPProtocol: ipProtocol, ports }));
      const isDenial = action === 'deny';
      return {
        name: `${name}/${String(priority)}`,
        ...{ network, direction, disabled, priority },
        sourceRanges: rangesOf(match, isDenial),
        sourceTags: othersOf(match),
        sourceServiceAccounts: [],
        destinationRanges: match.destIpRanges,
        targetTags: targetSecureTags.map(({ name: tag }) => (tag === undefined ? 'a secure tag' : lastOf(tag))),
        targetServiceAccounts,
        allowed: isDenial ? [] : traffic,
        denied: isDenial ? traffic : [],
        unreadSources: isDenial ? [] : match.srcAddressGroups,
      };
    });
}

const EVERYWHERE = ['0.0.0.0/0', '::/0'];

/** A country counts as the internet where it is let in, and as nothing where it is shut out. Other networks are not the internet. */
function rangesOf(match: PolicyRule['match'], isDenial: boolean): string[] {
  const { srcIpRanges, srcRegionCodes } = match;
  if (networkOf(match) !== 'INTERNET') return [];
  return srcRegionCodes.length > 0 && !isDenial ? [...srcIpRanges, ...EVERYWHERE] : srcIpRanges;
}

/** What narrows the sources to other things than addresses: a rule with these alone is about no address of the internet. */
function othersOf(match: PolicyRule['match']): string[] {
  const network = networkOf(match);
  return [
    ...match.srcFqdns,
    ...match.srcThreatIntelligences,
    ...match.srcAddressGroups,
    ...match.srcRegionCodes,
    ...(match.srcSecureTags.length > 0 ? ['secure tags'] : []),
    ...(network === 'INTERNET' ? [] : [network]),
  ];
}

/** The kind of network that the sources are in, where a rule names one. */
function networkOf({ srcNetworkScope, srcNetworkType }: PolicyRule['match']): string {
  return srcNetworkScope ?? srcNetworkType ?? 'INTERNET';
}
