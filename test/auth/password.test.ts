import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PasswordHasher } from '../../src/platform/crypto/password.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';

/**
 * Parameters of a hash. Source: schema/contract/accounts.md, "Passwords": argon2id, 19,456 KiB, 2 passes, 1 lane. Salt
 * of 16 bytes, tag of 32.
 */
const PHC = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

describe('a password', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ hasher: new PasswordHasher() });
  });
  afterAll(() => service.stop());

  it('is stored as an argon2id hash with its own salt, even when others have the same password', async () => {
    const stored = await service.database.query<{ hash: string }>('select password_hash as hash from accounts');
    expect(stored).toHaveLength(6);
    expect(stored.filter(({ hash }) => !PHC.test(hash))).toEqual([]);
    expect(new Set(stored.map(({ hash }) => hash)).size).toBe(6);
  });

  it('is stored in no table, nor any part of it', async () => {
    const [dump] = await service.database.query<{ text: string }>(
      `select database_to_xml(true, false, '')::text as text`,
    );
    expect(dump?.text).toContain('admin@alpha.example');
    expect(dump?.text).not.toContain(PASSWORD);
    expect(dump?.text).not.toContain(Buffer.from(PASSWORD).toString('hex'));
  });

  it('has at least 12 characters when it is set or changed', async () => {
    const users = [{ email: 'short@delta.example', name: 'Short', role: 'admin' as const, password: 'eleven char' }];
    const refusal = { code: 'VALIDATION_FAILED' };
    await expect(
      service.app.tenants.create({ name: 'Delta', tier: 'STARTER', frameworks: null, users }),
    ).rejects.toMatchObject(refusal);
    await expect(service.app.tenants.setPassword('admin@alpha.example', 'eleven char')).rejects.toMatchObject(refusal);
    await expect(service.app.tenants.setPassword('admin@alpha.example', 'twelve chars')).resolves.toBeUndefined();
  });

  it('returns NOT_FOUND when it is set for an unknown account', async () => {
    await expect(service.app.tenants.setPassword('nobody@alpha.example', PASSWORD)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('the password hasher', () => {
  const hasher = new PasswordHasher();

  it('accepts its own password and no other', async () => {
    const hash = await hasher.hash('correct horse battery staple');
    expect(await hasher.verify(hash, 'correct horse battery staple')).toBe(true);
    expect(await hasher.verify(hash, 'correct horse battery staple ')).toBe(false);
    expect(await hasher.verify(hash, '')).toBe(false);
    expect(await hasher.verify(null, 'correct horse battery staple')).toBe(false);
  });

  it('verifies a hash that another program created', async () => {
    // The reference implementation: echo -n password | argon2 somesalt -id -v 13 -t 2 -k 65536 -p 1 (phc-winner-argon2, test.c).
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await hasher.verify(hash, 'password')).toBe(true);
    expect(await hasher.verify(hash, 'differentpassword')).toBe(false);
  });

  it('treats the two encodings of an accented letter as equal', async () => {
    const hash = await hasher.hash('caf\u00e9 caf\u00e9 caf\u00e9');
    expect(await hasher.verify(hash, 'cafe\u0301 cafe\u0301 cafe\u0301')).toBe(true);
  });
});
