/** What a firewall rule lets through, as Compute Engine gives it. */
export interface Allowed {
  /** A name, `all`, or a number of the IP protocol. */
  IPProtocol: string;
  /** `22`, `20-30`; every port where there are none. */
  ports?: string[] | undefined;
}

const EVERY_PORT = { from: 0, to: 65_535 };
/** Those of the protocol numbers of IANA that carry connections to ports. */
const NAMES = new Map([
  ['6', 'tcp'],
  ['17', 'udp'],
]);

/** Protocols by name in small letters, ports as ranges. */
export function normalisedAllowed({ IPProtocol, ports = [] }: Allowed) {
  const protocol = NAMES.get(IPProtocol) ?? IPProtocol.toLowerCase();
  return { protocol, ports: ports.length === 0 ? [EVERY_PORT] : ports.map(portsIn) };
}

/** What is neither a port nor a range counts as every port, so that no door goes unseen. */
function portsIn(range: string): { from: number; to: number } {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  if (from === undefined) return EVERY_PORT;
  return { from: Number(from), to: Number(to ?? from) };
}
