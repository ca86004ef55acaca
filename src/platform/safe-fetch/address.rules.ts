import ipaddr from 'ipaddr.js';

/** Where addresses of the public internet are given out from (IANA, IPv6 address space). */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');
/** Interface ids of ISATAP (RFC 5214): the IPv4 address in the last 32 bits is where it leads. */
const ISATAP = [0x0000, 0x0200];
const ISATAP_MARK = 0x5efe;

/**
 * Whether an address is one of the public internet: not private, special, reserved, multicast, documentation, and no
 * IPv6 spelling that leads to an IPv4 address (mapped, compatible, translated, 6to4, Teredo, ISATAP), whatever that one is.
 * What cannot be read is not public. Source: the IANA special-purpose address registries.
 * @param address canonical, as a resolver or a socket gives it; a zone (`%eth0`) makes it not public
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  const [, , , , high = 0, mark] = parsed.parts;
  if (mark === ISATAP_MARK && ISATAP.includes(high)) return false;
  return parsed.match(IPV6_GLOBAL) && parsed.range() === 'unicast';
}
