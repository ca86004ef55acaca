import { addressSet, EVERY_ADDRESS, NO_ADDRESS } from '../address-set.rules.js';
import { exposedServices, NEVER_PUBLIC, type ExposedService, type TrafficRule } from '../exposed-services.rules.js';

/** Traffic that a firewall rule allows, as Compute Engine returns it. */
export interface Allowed {
  /** Name or number of the IP protocol, or `all`. */
  IPProtocol: string;
  /** `22`, `20-30`; absent for every port. */
  ports?: string[] | undefined;
}

const EVERY_PORT = { from: 0, to: 65_535 };
/** Names of the IANA protocol numbers that have ports. */
const NAMES = new Map([
  ['6', 'tcp'],
  ['17', 'udp'],
]);

/** Allowed traffic with the protocol's name in lower case and ports as ranges. */
export function normalisedAllowed({ IPProtocol, ports = [] }: Allowed) {
  const protocol = NAMES.get(IPProtocol) ?? IPProtocol.toLowerCase();
  return { protocol, ports: ports.length === 0 ? [EVERY_PORT] : ports.map(portsIn) };
}

/** Reads `22` or `20-30`. Anything else counts as every port, so that no open port is missed. */
function portsIn(range: string): { from: number; to: number } {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  if (from === undefined) return EVERY_PORT;
  return { from: Number(from), to: Number(to ?? from) };
}

/** A rule of a VPC network, as Compute Engine returns it with its defaults. */
export interface FirewallRule {
  name: string;
  network: string;
  direction: string;
  disabled: boolean;
  priority: number;
  sourceRanges: string[];
  sourceTags: string[];
  sourceServiceAccounts: string[];
  /** The rule is about connections to these addresses alone; empty for every address. */
  destinationRanges: string[];
  /** The rule is about machines with one of these tags, or of one of these accounts; both empty for all of the network. */
  targetTags: string[];
  targetServiceAccounts: string[];
  allowed: Allowed[];
  denied: Allowed[];
}

/**
 * Well-known services that a rule lets the internet reach: without what denials of the same network, with a priority as high
 * and for the same machines, take from it. Empty for a rule that is not in force.
 */
export function internetServices(rule: FirewallRule, all: readonly FirewallRule[]): ExposedService[] {
  if (!isInForce(rule) || rule.allowed.length === 0) return [];
  const denials = all.filter(
    (other) =>
      isInForce(other) &&
      other.denied.length > 0 &&
      other.network === rule.network &&
      other.priority <= rule.priority &&
      coversTargets(other, rule),
  );
  return exposedServices(NEVER_PUBLIC, [...denials, rule].map(trafficRule), () => true);
}

function isInForce({ direction, disabled }: FirewallRule): boolean {
  return direction === 'INGRESS' && !disabled;
}

function coversTargets(denial: FirewallRule, { targetTags, targetServiceAccounts, destinationRanges }: FirewallRule) {
  const isForAll = denial.targetTags.length + denial.targetServiceAccounts.length === 0;
  const covers = (denied: string[], allowed: string[]) =>
    allowed.length > 0 && allowed.every((target) => denied.includes(target));
  return (
    (isForAll ||
      covers(denial.targetTags, targetTags) ||
      covers(denial.targetServiceAccounts, targetServiceAccounts)) &&
    (denial.destinationRanges.length === 0 || covers(denial.destinationRanges, destinationRanges))
  );
}

function trafficRule(rule: FirewallRule): TrafficRule {
  const isAllow = rule.allowed.length > 0;
  const traffic = (isAllow ? rule.allowed : rule.denied).map(normalisedAllowed);
  // Without any source, a rule is about every address.
  const hasOthers = rule.sourceTags.length + rule.sourceServiceAccounts.length > 0;
  const unnamed = hasOthers ? NO_ADDRESS : EVERY_ADDRESS;
  return {
    name: rule.name,
    isAllow,
    sources: rule.sourceRanges.length > 0 ? addressSet(rule.sourceRanges) : unnamed,
    matches: (transport, port) =>
      traffic.some(
        ({ protocol, ports }) =>
          [transport, 'all'].includes(protocol) && ports.some(({ from, to }) => from <= port && port <= to),
      ),
  };
}
