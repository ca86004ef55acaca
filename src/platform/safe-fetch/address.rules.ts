import ipaddr from 'ipaddr.js';

/** Address range of the public internet (IANA, IPv6 address space). */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');
/** Interface ids of ISATAP (RFC 5214), which carry an IPv4 address in the last 32 bits. */
const ISATAP = [0x0000, 0x0200];
const ISATAP_MARK = 0x5efe;

/**
 * Whether an address belongs to the public internet: not private, special, reserved, multicast or documentation, and no
 * IPv6 notation that embeds an IPv4 address (mapped, compatible, translated, 6to4, Teredo, ISATAP), whatever that one
 * is. An unparsable address is not public. Source: the IANA special-purpose address registries.
 * @param address canonical, from a resolver or a socket; with a zone (`%eth0`) it is not public
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  const [, , , , high = 0, mark] = parsed.parts;
  if (mark === ISATAP_MARK && ISATAP.includes(high)) return false;
  return parsed.match(IPV6_GLOBAL) && parsed.range() === 'unicast';
}
