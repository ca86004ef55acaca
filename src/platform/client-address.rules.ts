import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Distinguished before the library sees them: it throws, inside, for each text that is not of the kind asked for. */
const IPV4_LETTERS = /^[\d.]+$/;

/** Prefix length by which IPv6 clients are counted: one subscriber has a /64 at least. Source: RFC 6177. */
const SUBSCRIBER_BITS = 64;
/** Key of every client without a readable address: unreadable texts must not be as many keys as a client can invent. */
const UNKNOWN = 'unknown';

/** What texts say, by text: every request of a client brings the same one. Nobody's address is longer, and other texts take no room. */
const known = new LRUCache<string, { spelling: string | null; key: string }>({ max: 10_000 });
const KNOWN_CHARACTERS_MAX = 64;

/**
 * IPv6 networks whose addresses stand for one IPv4 address, with the group of 16 bits at which it begins: NAT64 (RFC 6052)
 * and 6to4 (RFC 3056). Otherwise all clients behind a NAT64 were one key, and one 6to4 client 65,536 of them.
 */
const EMBEDDING_IPV4 = [
  { network: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), group: 6 },
  { network: ipaddr.IPv6.parseCIDR('2002::/16'), group: 1 },
] as const;

/**
 * The canonical spelling of a client's network address: without port, brackets and zone, an IPv4-mapped address as IPv4,
 * any other IPv6 address as of RFC 5952.
 * @param text from a socket, or from a proxy's `X-Forwarded-For`, where some write the port too
 * @returns null where it is no address
 */
export function canonicalAddress(text: string): string | null {
  return read(text).spelling;
}

/**
 * Key by which requests, connections and failures of a client's address are counted: an IPv4 address, or the /64 of an
 * IPv6 address. Every spelling of one address gives the same key; a text that is no address `unknown`.
 */
export function clientAddressKey(text: string): string {
  return read(text).key;
}

function read(text: string): { spelling: string | null; key: string } {
  const before = known.get(text);
  if (before) return before;
  const address = parsed(text);
  const found = address ? { spelling: spelled(address), key: keyOf(address) } : { spelling: null, key: UNKNOWN };
  if (text.length <= KNOWN_CHARACTERS_MAX) known.set(text, found);
  return found;
}

function keyOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const embedding = EMBEDDING_IPV4.find(({ network }) => address.match(network));
  if (embedding) {
    const [high = 0, low = 0] = address.parts.slice(embedding.group);
    return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]).toString();
  }
  const prefix = new ipaddr.IPv6(address.parts.map((part, at) => (at < SUBSCRIBER_BITS / 16 ? part : 0)));
  return `${prefix.toRFC5952String()}/${String(SUBSCRIBER_BITS)}`;
}

function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/s, '');
  // Only the common spelling of IPv4: `010.0.0.1` and `2130706433` are read differently by different programs.
  if (IPV4_LETTERS.test(bare)) return ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.IPv4.parse(bare) : null;
  if (bare === '' || !ipaddr.IPv6.isValid(bare)) return null;
  const address = ipaddr.IPv6.parse(bare);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function spelled(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address instanceof ipaddr.IPv4 ? address.toString() : address.toRFC5952String();
}
