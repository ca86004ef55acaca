/** A rule of a network security group as Azure returns it: a single value, or several under another name. */
export interface SecurityRule {
  direction: string;
  access: string;
  protocol: string;
  priority?: number | null;
  sourceAddressPrefix?: string | null;
  sourceAddressPrefixes?: string[] | null;
  destinationPortRange?: string | null;
  destinationPortRanges?: string[] | null;
}

const EVERY_PORT = { from: 0, to: 65_535 };

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
