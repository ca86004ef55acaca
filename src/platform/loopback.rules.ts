import ipaddr from 'ipaddr.js';

/**
 * Whether a host is this machine by every name system: an address of the loopback network (RFC 1122, RFC 4291) or `localhost` and names
 * below it (RFC 6761).
 * @param host name or address, an IPv6 one with or without brackets
 */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}
