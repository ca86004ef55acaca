import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Owner } from '../../platform/database/owner.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { readHeadNotes } from '../audit/chain.read.js';
import { signCertificate, type DeletionCertificate, type SignedCertificate } from './certificate.rules.js';
import { deletionOrder } from './deletion-order.rules.js';
import { deleteAccount, deletePasskeys, hasMembership, lastEntry, tenantTables } from './tenant-tables.sql.js';

const Counted = z.tuple([z.object({ count: z.number() })]);

export interface DeletionOptions {
  owner: Owner;
  objects: ObjectStore;
  tenantId: string;
  /** Name of the organization. */
  name: string;
  /** Who deletes it. */
  by: string;
  /** Key that signs audit heads. */
  key: KeyObject;
  now: Date;
  /** Keeps the certificate, before the rows are gone for good. */
  keep: (certificate: SignedCertificate) => Promise<void>;
}

/**
 * Deletes everything of an organization: every object, then every row of every table, in one transaction. Objects first: when it is
 * interrupted the rows are still there, and it can be repeated. The certificate is stored before the transaction commits.
 */
export async function deleteTenant(options: DeletionOptions): Promise<SignedCertificate> {
  const { owner, objects, tenantId, name, by, key, now, keep } = options;
  await owner.bind(tenantId);
  const last = await lastEntry.one(owner.client, { tenantId });
  const [note] = (await readHeadNotes(owner.client, tenantId)).slice(-1);
  const deleted = await deleteObjects(objects, tenantId, now);
  await owner.client.query('begin');
  try {
    const accountIds = await owner.accounts(tenantId);
    const rows = { ...(await deleteRows(owner, tenantId)), ...(await deleteAccounts(owner, accountIds)) };
    const certificate: DeletionCertificate = {
      type: 'crosswalk/organization-deletion/1',
      tenant_id: tenantId,
      name,
      deleted_at: now.toISOString(),
      deleted_by: by,
      rows,
      objects: deleted,
      audit: { entries: last?.sequence ?? 0, last_hash: last?.hash ?? null, last_signed_head: note ?? null },
    };
    const signed = signCertificate(certificate, key);
    await keep(signed);
    await owner.client.query('commit');
    return signed;
  } catch (err) {
    await owner.client.query('rollback');
    throw err;
  }
}

/** Deletes the rows of every table, those first that others do not refer to. @returns their numbers by table */
async function deleteRows(owner: Owner, tenantId: string): Promise<Record<string, number>> {
  const tables = await tenantTables.all(owner.client);
  const rows: Record<string, number> = {};
  // Counted before the first is deleted: cascades delete rows that are not counted then.
  for (const { name, tenantColumn } of tables) {
    const counted = await owner.client.query(`select count(*)::int as count from ${name} where ${tenantColumn} = $1`, [
      tenantId,
    ]);
    rows[name] = Counted.parse(counted.rows)[0].count;
  }
  for (const { name, tenantColumn } of deletionOrder(tables)) {
    await owner.client.query(`delete from ${name} where ${tenantColumn} = $1`, [tenantId]);
  }
  return rows;
}

/** Deletes the accounts that have no membership any more, with their passkeys; those of other organizations stay. @returns their numbers */
async function deleteAccounts(owner: Owner, ids: readonly string[]): Promise<{ accounts: number; passkeys: number }> {
  const deleted = { accounts: 0, passkeys: 0 };
  for (const id of ids) {
    await owner.bindAccount(id);
    if (await hasMembership.one(owner.client, { accountId: id })) continue;
    deleted.passkeys += await deletePasskeys.run(owner.client, { accountId: id });
    deleted.accounts += await deleteAccount.run(owner.client, { accountId: id });
  }
  await owner.bindAccount(null);
  return deleted;
}

async function deleteObjects(objects: ObjectStore, tenantId: string, now: Date): Promise<number> {
  const prefix = `${tenantId}/`;
  let count = 0;
  for await (const page of objects.list(prefix)) {
    for (const { key } of page) await objects.delete(key);
    count += page.length;
  }
  await objects.discardUnfinished(prefix, now);
  return count;
}
