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

/**
 * Addresses at which clouds hand out the credentials and settings of the machine that asks. One of them is in a public range.
 * Source: the documentation of each provider.
 */
export const METADATA_ADDRESSES = [
  '169.254.169.254', // AWS, Azure, Google Cloud, Oracle, DigitalOcean, OpenStack
  '169.254.170.2', // AWS: credentials of a container
  '169.254.170.23', // AWS: credentials of a pod
  'fd00:ec2::254', // AWS over IPv6
  'fd00:ec2::23', // AWS: credentials of a pod over IPv6
  '168.63.129.16', // Azure: the virtual address of its own services, public by its range
  '192.0.0.192', // Oracle Cloud, former address
  '100.100.100.200', // Alibaba Cloud
  '169.254.0.23', // Tencent Cloud
  'fe80::a9fe:a9fe', // OpenStack over IPv6
  'fd20:ce::254', // Google Cloud over IPv6
].map((address) => ipaddr.parse(address).toNormalizedString());

/** Whether an address is that of a cloud's metadata service, also where it is embedded in IPv6 (RFC 4291, section 2.5.5.2). */
export function isMetadataAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  return ipaddr.isValid(bare) && METADATA_ADDRESSES.includes(ipaddr.process(bare).toNormalizedString());
}
