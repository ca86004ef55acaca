import type { Config } from '../config/config.js';
import { findSealed, reseal, type SealedColumn } from '../platform/crypto/reseal.js';
import { Vault } from '../platform/crypto/vault.js';
import { retireRoles } from '../platform/database/service-role.js';
import { SEALED_COLUMNS } from '../app/features.js';
import { OperatorError } from './operator-error.js';
import { readOptions } from './options.js';
import { withMigrated } from './with-owner.js';

/**
 * Seals every secret again under SECRET_KEY; stops at one that it cannot open. May be repeated, and run beside the
 * service.
 */
export async function rotateSecrets(args: string[], config: Config): Promise<void> {
  readOptions(args, [], 0);
  await rotate(config, SEALED_COLUMNS);
}

/** Rotates the secrets of the given columns. */
export async function rotate(config: Config, columns: readonly SealedColumn[]): Promise<void> {
  const vault = new Vault(config.secretKey, config.previousSecretKeys);
  await withMigrated(config, async (owner) => {
    let count = 0;
    for (const tenantId of await owner.tenants()) {
      for (const column of columns.filter(({ table }) => table !== 'accounts'))
        count += await reseal(owner, vault, { tenantId }, column);
      for (const accountId of await owner.accounts(tenantId)) {
        for (const column of columns.filter(({ table }) => table === 'accounts'))
          count += await reseal(owner, vault, { accountId }, column);
      }
      const known = columns.map(({ table, column }) => `${table}.${column}`);
      const unknown = (await findSealed(owner)).filter((name) => !known.includes(name));
      if (unknown.length > 0) throw new OperatorError(`sealed secrets in unregistered columns: ${unknown.join(', ')}`);
    }
    process.stdout.write(`${count} rows sealed again; every secret is now under SECRET_KEY\n`);
  });
}

/**
 * Drops the database roles of all keys but SECRET_KEY, and ends their sessions. The last step of a rotation, when no
 * process uses an older key any more: until then the holder of an old key can log in to the database.
 */
export async function retireSecrets(args: string[], config: Config): Promise<void> {
  readOptions(args, [], 0);
  await rotate(config, SEALED_COLUMNS);
  await withMigrated(config, async ({ client }) => {
    const { dropped, remaining } = await retireRoles(client, config.secretKey);
    for (const role of dropped) process.stdout.write(`database role ${role} was dropped\n`);
    for (const role of remaining)
      process.stdout.write(`database role ${role} is used by another database and can do nothing in this one\n`);
    process.stdout.write('only SECRET_KEY is in use; PREVIOUS_SECRET_KEYS can be left out\n');
  });
}
