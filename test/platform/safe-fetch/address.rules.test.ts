import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/platform/safe-fetch/address.rules.js';
import { PUBLIC, SPECIAL } from './addresses.js';

describe('whether an address is public', () => {
  it.each(SPECIAL)('%s is not: %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(PUBLIC)('%s is', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each(['', 'localhost', '1.1.1', '0x08080808', '010.8.8.8', '8.8.8.8 ', '[::1]', '2130706433'])(
    'a non-canonical address (%j) is not',
    (text) => expect(isPublicAddress(text)).toBe(false),
  );
});
