import { describe, expect, it } from 'vitest';
import { addressSet, isEmpty, union, without, type AddressSet } from '../../src/connectors/address-set.rules.js';

/** The addresses of 10.0.0.0/27 that a set has, by their last number. */
function membersOf(set: AddressSet): number[] {
  const numbers = Array.from({ length: 32 }, (_, last) => last);
  return numbers.filter((last) => isEmpty(without(addressSet([`10.0.0.${last}`]), set)));
}

/** Ranges of a pattern of 32 bits, as single addresses. */
function patterned(bits: number): { set: AddressSet; members: number[] } {
  const members = Array.from({ length: 32 }, (_, last) => last).filter((last) => ((bits >>> last) & 1) === 1);
  return { set: addressSet(members.map((last) => `10.0.0.${last}`)), members };
}

/** A sequence of 32-bit numbers that is the same in every run (Numerical Recipes). */
function* patterns(): Generator<number, never> {
  for (let seed = 1; ; seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) yield seed;
}

describe('sets of addresses', () => {
  it('without each other, and together, have the addresses that each address says', () => {
    const each = patterns();
    for (let round = 0; round < 200; round += 1) {
      const [one, other] = [patterned(each.next().value), patterned(each.next().value)];
      expect(membersOf(without(one.set, other.set))).toEqual(
        one.members.filter((last) => !other.members.includes(last)),
      );
      const both = Array.from({ length: 32 }, (_, last) => last).filter(
        (last) => one.members.includes(last) || other.members.includes(last),
      );
      expect(membersOf(union(one.set, other.set))).toEqual(both);
    }
  });

  it('are divided by what lies within, and emptied by what holds them', () => {
    const [all, middle] = [addressSet(['10.0.0.0/27']), addressSet(['10.0.0.8/29'])];
    expect(without(all, middle).ipv4).toHaveLength(2);
    expect(isEmpty(without(middle, all))).toBe(true);
    expect(without(middle, addressSet(['192.0.2.0/24', '::/0']))).toEqual(middle);
    expect(isEmpty(union())).toBe(true);
  });
});
