import ipaddr from 'ipaddr.js';

/** First and last address as numbers. */
type Interval = readonly [first: bigint, last: bigint];

/** A set of addresses of both families: disjoint intervals in ascending order. */
export interface AddressSet {
  ipv4: readonly Interval[];
  ipv6: readonly Interval[];
}

const BITS = { ipv4: 32, ipv6: 128 } as const;
const FAMILIES = ['ipv4', 'ipv6'] as const;

export const NO_ADDRESS: AddressSet = { ipv4: [], ipv6: [] };
export const EVERY_ADDRESS: AddressSet = addressSet(['0.0.0.0/0', '::/0']);

/** Addresses that are not routed on the internet. Sources: RFC 6890, and RFC 4291 for what lies outside of 2000::/3. */
const NOT_PUBLIC = addressSet([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/3', '::/3', '4000::/2', '8000::/1'],
]);
/** A /8 of IPv4 and a /16 of IPv6: more than belongs to those who were meant. */
const PART_OF_INTERNET = { ipv4: 2n ** 24n, ipv6: 2n ** 112n } as const;

/** The addresses of ranges in CIDR notation and of single addresses; what is neither is left out. */
export function addressSet(ranges: readonly string[]): AddressSet {
  const found = ranges.flatMap((range) => intervalOf(range) ?? []);
  const of = (family: keyof AddressSet) =>
    merged(found.flatMap((each) => (each.family === family ? [each.interval] : [])));
  return { ipv4: of('ipv4'), ipv6: of('ipv6') };
}

/** Addresses that are in any of some sets. */
export function union(...sets: readonly AddressSet[]): AddressSet {
  return {
    ipv4: merged(sets.flatMap(({ ipv4 }) => ipv4)),
    ipv6: merged(sets.flatMap(({ ipv6 }) => ipv6)),
  };
}

/** The addresses of one set that the other does not have. */
export function without(set: AddressSet, taken: AddressSet): AddressSet {
  return { ipv4: difference(set.ipv4, taken.ipv4), ipv6: difference(set.ipv6, taken.ipv6) };
}

/** Whether a set has no address. */
export function isEmpty({ ipv4, ipv6 }: AddressSet): boolean {
  return ipv4.length + ipv6.length === 0;
}

/**
 * Whether the set is the internet or a large part of it: at least as many public addresses as a /8 of IPv4 or a /16 of IPv6,
 * in one range or in many (0.0.0.0/1 with 128.0.0.0/1).
 */
export function isInternet(set: AddressSet): boolean {
  const open = without(set, NOT_PUBLIC);
  return FAMILIES.some((family) => sizeOf(open[family]) >= PART_OF_INTERNET[family]);
}

/** Whether the CIDR range `outer` contains all of `inner`; false where one of them is no range. */
export function holdsRange(outer: string, inner: string): boolean {
  const held = addressSet([inner]);
  return !isEmpty(held) && isEmpty(without(held, addressSet([outer])));
}

function intervalOf(range: string): { family: keyof AddressSet; interval: Interval } | null {
  const [address = '', prefix] = range.trim().split('/');
  if (!ipaddr.isValid(address) || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return null;
  const parsed = ipaddr.parse(address);
  const family = parsed.kind();
  const length = prefix === undefined ? BITS[family] : Number(prefix);
  if (length > BITS[family]) return null;
  const number = parsed.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const size = 2n ** BigInt(BITS[family] - length);
  const first = (number / size) * size;
  return { family, interval: [first, first + size - 1n] };
}

function merged(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const result: Interval[] = [];
  for (const [first, last] of sorted) {
    const previous = result.at(-1);
    if (previous && first <= previous[1] + 1n) {
      result[result.length - 1] = [previous[0], last > previous[1] ? last : previous[1]];
    } else result.push([first, last]);
  }
  return result;
}

/** In one pass over both, which are disjoint and in ascending order. */
function difference(intervals: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let passed = 0;
  for (const [first, last] of intervals) {
    while ((taken[passed]?.[1] ?? first) < first) passed += 1;
    let from = first;
    for (let at = passed; from <= last; at += 1) {
      const [next, end] = taken[at] ?? [last + 1n, last];
      if (next > from) left.push([from, next > last ? last : next - 1n]);
      from = next > last ? last + 1n : end + 1n;
    }
  }
  return left;
}

function sizeOf(intervals: readonly Interval[]): bigint {
  return intervals.reduce((sum, [first, last]) => sum + (last - first + 1n), 0n);
}
