import { describe, expect, it } from 'vitest';
import { canonicalAddress, clientAddressKey } from '../../src/platform/client-address.rules.js';

describe('the key of a client address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['203.0.113.9:41234', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ])('is the same for every spelling of an IPv4 address: %s', (text, key) => {
    expect(clientAddressKey(text)).toBe(key);
  });

  it.each([
    '2001:db8:1:2::1',
    '2001:DB8:1:2::1',
    '2001:0db8:0001:0002:0000:0000:0000:0001',
    '[2001:db8:1:2::1]',
    '[2001:db8:1:2::1]:41234',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:db8:1:2::1%eth0',
  ])('is the /64 of an IPv6 address, however it is spelled: %s', (text) => {
    expect(clientAddressKey(text)).toBe('2001:db8:1:2::/64');
  });

  it('differs between two IPv6 networks', () => {
    expect(clientAddressKey('2001:db8:1:3::1')).not.toBe(clientAddressKey('2001:db8:1:2::1'));
  });

  it.each([
    ['64:ff9b::203.0.113.9', 'NAT64'],
    ['2002:cb00:7109:1::1', '6to4'],
    ['2002:cb00:7109:ffff::1', '6to4, another network of the same site'],
  ])('is the IPv4 address that an IPv6 address stands for: %s (%s)', (text) => {
    expect(clientAddressKey(text)).toBe('203.0.113.9');
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '010.0.0.1',
    '2130706433',
    '1.2.3',
    '1.2.3.4.5',
    '::1::2',
    '[',
    'x'.repeat(70_000),
  ])('is one for every text that is no address: %#', (text) => {
    expect(clientAddressKey(text)).toBe('unknown');
    expect(canonicalAddress(text)).toBeNull();
  });
});

describe('the canonical spelling of a client address', () => {
  it.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['198.51.100.7:80', '198.51.100.7'],
    ['[2001:DB8:0:0:1:0:0:1]:443', '2001:db8::1:0:0:1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('of %s is %s', (text, spelling) => {
    expect(canonicalAddress(text)).toBe(spelling);
  });
});
