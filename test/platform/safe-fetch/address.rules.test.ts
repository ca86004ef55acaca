import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/platform/safe-fetch/address.rules.js';
import { isAllowed } from '../../../src/platform/safe-fetch/allowed-addresses.js';
import { PUBLIC, SPECIAL } from './addresses.js';

describe('whether an address is public', () => {
  it.each(SPECIAL)('%s is not: %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(PUBLIC)('%s is', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each(['', 'localhost', '1.1.1', '0x08080808', '010.8.8.8', '8.8.8.8 ', '[::1]', '2130706433'])(
    'a non-canonical address (%j) is not',
    (text) => expect(isPublicAddress(text)).toBe(false),
  );
});

describe('the metadata service of a cloud', () => {
  it.each([
    ...['169.254.169.254', '169.254.170.2', '169.254.170.23', 'fd00:ec2::254', 'fd00:ec2::23', '168.63.129.16'],
    ...['192.0.0.192', '100.100.100.200', '169.254.0.23', 'fe80::a9fe:a9fe', 'fd20:ce::254'],
    // Other spellings of them.
    ...['::ffff:169.254.169.254', '::ffff:a83f:8110', 'FD00:EC2:0:0::254', 'fe80::a9fe:a9fe%eth0'],
  ])('%s is never called, even where private addresses are allowed', (address) => {
    expect(isAllowed(address, { allowsPrivate: true })).toBe(false);
    expect(isAllowed(address, { allowsPrivate: false })).toBe(false);
  });

  it.each(['127.0.0.1', '10.0.0.1', '169.254.1.1', '::1'])(
    'is not %s, which is called where private addresses are allowed',
    (address) => {
      expect(isAllowed(address, { allowsPrivate: true })).toBe(true);
    },
  );
});
