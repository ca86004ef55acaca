import { addressSet, EVERY_ADDRESS, isEmpty, without, type AddressSet } from '../address-set.rules.js';
import { exposedServices, NEVER_PUBLIC, type ExposedService, type TrafficRule } from '../exposed-services.rules.js';

/** A rule of a network security group as Azure returns it: a single value, or several under another name. */
export interface SecurityRule {
  direction: string;
  access: string;
  protocol: string;
  priority?: number | null;
  sourceAddressPrefix?: string | null;
  sourceAddressPrefixes?: string[] | null;
  sourcePortRange?: string | null;
  sourcePortRanges?: string[] | null;
  destinationAddressPrefix?: string | null;
  destinationAddressPrefixes?: string[] | null;
  /** Groups of network interfaces, in the place of addresses. */
  destinationApplicationSecurityGroups?: unknown[] | null;
  destinationPortRange?: string | null;
  destinationPortRanges?: string[] | null;
}

const EVERY_PORT = { from: 0, to: 65_535 };
/** What Azure calls everywhere; the tags of services stand for addresses of these services alone. */
const EVERYWHERE = new Set(['*', 'any', 'internet']);
/** Behind a network security group, every destination is in the virtual network. */
const EVERY_DESTINATION = new Set(['*', 'any', 'virtualnetwork', '0.0.0.0/0']);

/** A rule with prefixes and port ranges as lists and the protocol in lower case. */
export function normalisedRule(name: string, rule: SecurityRule) {
  const { direction, access, protocol, priority } = rule;
  return {
    name,
    direction,
    access,
    protocol: protocol.toLowerCase(),
    priority: priority ?? 0,
    source_prefixes: both(rule.sourceAddressPrefix, rule.sourceAddressPrefixes),
    destination_ports: both(rule.destinationPortRange, rule.destinationPortRanges).map(portsIn),
  };
}

function both(one: string | null | undefined, several: string[] | null | undefined): string[] {
  return [...(one ? [one] : []), ...(several ?? [])];
}

/** Reads `22`, `20-30` or `*`. Anything else counts as every port, so that no open port is missed. */
function portsIn(range: string): { from: number; to: number } {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  if (from === undefined) return EVERY_PORT;
  return { from: Number(from), to: Number(to ?? from) };
}

/** Well-known services that the rules of a group let the internet reach. Azure's own rules refuse what no rule allows. */
export function internetServices(rules: readonly { name: string; properties: SecurityRule }[]): ExposedService[] {
  const inbound = rules
    .filter(({ properties }) => properties.direction.toLowerCase() === 'inbound')
    .sort((a, b) => (a.properties.priority ?? 0) - (b.properties.priority ?? 0));
  return exposedServices(
    NEVER_PUBLIC,
    inbound.flatMap(({ name, properties }) => trafficRule(name, properties) ?? []),
    (denial, allow) => covers(denial.destinations, allow.destinations),
  );
}

/** Addresses and names that a rule leads to; null for all. */
type Destinations = { addresses: AddressSet; others: string[] } | null;

/** Null for a denial of connections from single source ports, which nobody has to use. */
function trafficRule(name: string, rule: SecurityRule): (TrafficRule & { destinations: Destinations }) | null {
  const isAllow = rule.access.toLowerCase() === 'allow';
  if (!isAllow && both(rule.sourcePortRange, rule.sourcePortRanges).some((range) => range !== '*')) return null;
  const protocol = rule.protocol.toLowerCase();
  const ports = both(rule.destinationPortRange, rule.destinationPortRanges).map(portsIn);
  const prefixes = both(rule.sourceAddressPrefix, rule.sourceAddressPrefixes);
  return {
    name,
    isAllow,
    sources: prefixes.some((prefix) => EVERYWHERE.has(prefix.toLowerCase())) ? EVERY_ADDRESS : addressSet(prefixes),
    destinations: destinationsOf(rule),
    matches: (transport, port) =>
      ['*', 'any', transport].includes(protocol) && ports.some(({ from, to }) => from <= port && port <= to),
  };
}

function destinationsOf(rule: SecurityRule): Destinations {
  const prefixes = both(rule.destinationAddressPrefix, rule.destinationAddressPrefixes);
  const groups = (rule.destinationApplicationSecurityGroups ?? []).map((group) => JSON.stringify(group));
  if (prefixes.some((prefix) => EVERY_DESTINATION.has(prefix.toLowerCase()))) return null;
  const others = prefixes.filter((prefix) => isEmpty(addressSet([prefix])));
  return { addresses: addressSet(prefixes), others: [...others, ...groups] };
}

function covers(denied: Destinations, allowed: Destinations): boolean {
  if (denied === null) return true;
  if (allowed === null) return false;
  return (
    isEmpty(without(allowed.addresses, denied.addresses)) &&
    allowed.others.every((other) => denied.others.includes(other))
  );
}
