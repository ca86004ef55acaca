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
