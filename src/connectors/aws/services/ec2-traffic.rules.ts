import type { IpPermission, NetworkAcl, SecurityGroup } from '@aws-sdk/client-ec2';
import { addressSet, EVERY_ADDRESS, isInternet, NO_ADDRESS, union, type AddressSet } from '../../address-set.rules.js';
import { exposedServices, WELL_KNOWN_SERVICES, type TrafficRule } from '../../exposed-services.rules.js';
import { tagsOf } from './tags.rules.js';

/** Names of protocols that AWS also accepts as numbers. */
const PROTOCOLS = new Map([
  ['1', 'icmp'],
  ['6', 'tcp'],
  ['17', 'udp'],
  ['58', 'icmpv6'],
]);
/** Numbers from here are the default rules that AWS adds: 32767 for IPv4, 32768 for IPv6. */
const RULE_NUMBER_OF_AWS = 32_767;

/** Ranges of prefix lists by their id; null for a list that could not be read. */
export type PrefixLists = ReadonlyMap<string, readonly string[] | null>;

/** Ids of the prefix lists that rules name, each once. */
export function prefixListsOf(permissions: readonly IpPermission[]): string[] {
  const named = permissions.flatMap(({ PrefixListIds: lists = [] }) =>
    lists.flatMap(({ PrefixListId: id }) => id ?? []),
  );
  return [...new Set(named)];
}

/**
 * Whether a rule admits the internet, by its own ranges and those of its prefix lists; null where that hangs on a prefix list that
 * could not be read.
 */
export function isRuleOpen(permission: IpPermission, prefixLists: PrefixLists): boolean | null {
  if (isInternet(sourcesOf(permission, prefixLists, NO_ADDRESS))) return true;
  return isInternet(sourcesOf(permission, prefixLists, EVERY_ADDRESS)) ? null : false;
}

/**
 * Well-known services that the rules of a group together let the internet reach, of which some may be meant for the public.
 * `open_to_world` is null where that hangs on a prefix list that could not be read.
 */
export function internetServicesOf(permissions: readonly IpPermission[], prefixLists: PrefixLists) {
  const open = (unread: AddressSet) =>
    exposedServices(
      WELL_KNOWN_SERVICES,
      permissions.map((each) => trafficRule(each, sourcesOf(each, prefixLists, unread))),
      () => true,
    );
  const known = new Set(open(NO_ADDRESS).map(({ protocol, port }) => `${protocol} ${port}`));
  return open(EVERY_ADDRESS).map(({ name, protocol, port }) => ({
    name,
    protocol,
    port,
    open_to_world: known.has(`${protocol} ${port}`) ? true : null,
  }));
}

function trafficRule(permission: IpPermission, sources: AddressSet): TrafficRule {
  const { protocol, from_port: from, to_port: to } = trafficOf(permission);
  return {
    // Rules of a security group have no names.
    name: '',
    isAllow: true,
    sources,
    matches: (transport, port) => [transport, '-1'].includes(protocol) && from <= port && port <= to,
  };
}

/** The addresses that a rule admits, with those to assume for a prefix list that could not be read. */
function sourcesOf(permission: IpPermission, prefixLists: PrefixLists, unread: AddressSet): AddressSet {
  const { ipv4, ipv6 } = rangesOf(permission);
  const listed = prefixListsOf([permission]).map((id) => prefixLists.get(id) ?? null);
  const known = addressSet([...ipv4, ...ipv6, ...listed.flatMap((ranges) => ranges ?? [])]);
  return listed.includes(null) ? union(known, unread) : known;
}

function rangesOf({ IpRanges: ipv4 = [], Ipv6Ranges: ipv6 = [] }: IpPermission) {
  return {
    ipv4: ipv4.flatMap(({ CidrIp: range }) => range ?? []),
    ipv6: ipv6.flatMap(({ CidrIpv6: range }) => range ?? []),
  };
}

function trafficOf({ IpProtocol: given = '-1', FromPort: from = -1, ToPort: to = -1 }: IpPermission) {
  const isAny = given === '-1';
  return {
    protocol: PROTOCOLS.get(given) ?? given,
    from_port: isAny ? 0 : from,
    to_port: isAny ? 65_535 : to,
  };
}

/** A rule of a security group. */
export function ruleOf(permission: IpPermission, prefixLists: PrefixLists) {
  const { ipv4, ipv6 } = rangesOf(permission);
  return {
    ...trafficOf(permission),
    open_to_world: isRuleOpen(permission, prefixLists),
    ipv4_ranges: ipv4,
    ipv6_ranges: ipv6,
    prefix_lists: prefixListsOf([permission]),
    security_groups: (permission.UserIdGroupPairs ?? []).flatMap(({ GroupId: id }) => id ?? []),
  };
}

/** Groups whose inbound rules admit a group, by its id. */
export function referencesOf(groups: readonly SecurityGroup[]): Map<string, string[]> {
  const references = new Map<string, string[]>();
  for (const { GroupId: by = '', IpPermissions: permissions = [] } of groups) {
    const admitted = permissions.flatMap(({ UserIdGroupPairs: pairs = [] }) =>
      pairs.flatMap(({ GroupId: id }) => id ?? []),
    );
    for (const id of new Set(admitted)) {
      if (id !== by) references.set(id, [...(references.get(id) ?? []), by]);
    }
  }
  return references;
}

/** Properties of a network ACL. */
export function networkAclOf(acl: NetworkAcl, isRegionInUse: boolean) {
  const entries = (acl.Entries ?? [])
    .filter(({ RuleNumber: number = 0 }) => number < RULE_NUMBER_OF_AWS)
    .sort((a, b) => (a.RuleNumber ?? 0) - (b.RuleNumber ?? 0));
  return {
    vpc_id: acl.VpcId ?? '',
    is_default: acl.IsDefault ?? false,
    subnet_ids: (acl.Associations ?? []).flatMap(({ SubnetId: id }) => id ?? []),
    region_in_use: isRegionInUse,
    entries: entries.map((entry) => ({
      rule_number: entry.RuleNumber ?? 0,
      egress: entry.Egress ?? false,
      action: entry.RuleAction ?? 'deny',
      protocol: entry.Protocol ?? '-1',
      from_port: entry.PortRange?.From ?? null,
      to_port: entry.PortRange?.To ?? null,
      cidr: entry.CidrBlock ?? entry.Ipv6CidrBlock ?? '',
      open_to_world: isInternet(addressSet([entry.CidrBlock ?? entry.Ipv6CidrBlock ?? ''])),
    })),
    tags: tagsOf(acl.Tags),
  };
}
