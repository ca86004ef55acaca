import { describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { Vault } from '../../src/platform/crypto/vault.js';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const PLACE = 'webhooks 1 secret';

describe('the vault', () => {
  const vault = new Vault(OLD);

  it.each(['', 'a secret', 'ünïcödé ✓', 'x'.repeat(10_000)])('opens what it sealed: %.20s', (secret) => {
    expect(vault.open(vault.seal(secret, PLACE), PLACE)).toBe(secret);
  });

  it('seals in one format, with different results each time, without the plain text', () => {
    const sealed = [1, 2, 3].map(() => vault.seal('a secret', PLACE));
    // 12 bytes of iv, 16 of tag, 8 of text: 36 bytes are 48 characters.
    for (const each of sealed) expect(each).toMatch(/^v1\.[0-9a-f]{12}\.[A-Za-z0-9_-]{48}$/);
    expect(new Set(sealed).size).toBe(3);
    expect(new Set(sealed.map((each) => each.split('.')[1])).size).toBe(1);
  });

  it('does not open a secret at another place', () => {
    expect(() => vault.open(vault.seal('a secret', PLACE), 'webhooks 2 secret')).toThrow();
  });

  it('does not open a secret that was changed, at any byte', () => {
    const [version, id, body = ''] = vault.seal('a secret', PLACE).split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open([version, id, changed.toString('base64url')].join('.'), PLACE)).toThrow();
    }
  });

  it.each(['', 'v1', 'v1.x.y', 'plain text', 'v2.000000000000.AAAA'])('refuses %j', (text) => {
    expect(() => vault.open(text, PLACE)).toThrow();
  });

  it('refuses a truncated tag', () => {
    const [version, id, body = ''] = vault.seal('', PLACE).split('.');
    const short = Buffer.from(body, 'base64url').subarray(0, 12 + 4);
    expect(() => vault.open([version, id, short.toString('base64url')].join('.'), PLACE)).toThrow();
  });

  it('reports the id of a missing key, and nothing of the secret', () => {
    const sealed = new Vault(NEW).seal('hush hush', PLACE);
    const id = sealed.split('.')[1] ?? '';
    expect(() => vault.open(sealed, PLACE)).toThrow(id);
    expect(() => vault.open(sealed, PLACE)).not.toThrow('hush');
  });
});

describe('a vault with a new key and an older one', () => {
  const old = new Vault(OLD).seal('a secret', PLACE);
  const vault = new Vault(NEW, [OLD]);

  it('opens what either sealed, and seals under the new one', () => {
    const sealed = vault.seal('another', PLACE);
    expect(vault.open(old, PLACE)).toBe('a secret');
    expect(vault.open(sealed, PLACE)).toBe('another');
    expect(new Vault(NEW).open(sealed, PLACE)).toBe('another');
    expect(() => new Vault(OLD).open(sealed, PLACE)).toThrow();
  });

  it('detects which of them are still under the older one', () => {
    expect(vault.isCurrent(old)).toBe(false);
    expect(vault.isCurrent(vault.seal('another', PLACE))).toBe(true);
  });
});
