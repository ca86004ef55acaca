import { describe, expect, it } from 'vitest';
import { roleOfKey } from '../../src/modules/api-keys/key-role.rules.js';

describe('the role of an API key', () => {
  it.each([
    // Account, creator, key.
    [null, 'admin', 'admin'],
    [null, 'auditor', 'auditor'],
    [null, 'member', 'member'],
    ['admin', 'admin', 'admin'],
    ['admin', 'auditor', 'auditor'],
    ['admin', 'member', 'member'],
    ['auditor', 'admin', 'auditor'],
    ['auditor', 'auditor', 'auditor'],
    ['auditor', 'member', null],
    ['member', 'admin', 'member'],
    ['member', 'auditor', null],
    ['member', 'member', 'member'],
  ] as const)('of an account of role %s, created by %s, is %s', (account, creator, key) => {
    expect(roleOfKey(account, creator)).toBe(key);
  });
});
