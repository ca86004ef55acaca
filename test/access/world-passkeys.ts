import type { TestDatabase } from '../support/database.js';

/** Passkeys of the admin of a tenant. */
export interface PasskeyWorld {
  adminPasskeyId: string;
  /** Id of one that may be removed. */
  doomedPasskeyId: string;
}

/** Leaves two passkeys, whose keys nobody has. */
export async function furnishPasskeys(
  database: TestDatabase,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<PasskeyWorld> {
  const add = async () => {
    const [row] = await database.query<{ id: string }>(
      `insert into passkeys (id, account_id, credential_id, credential_hash, public_key, sign_count, transports,
         is_backup_eligible, is_backed_up, name, created_at)
       select gen_random_uuid(), account_id, gen_random_uuid()::text, gen_random_uuid()::text, '\\x00', 0, '{}',
         false, false, 'Key', now() from users where tenant_id = $1 and id = $2 returning id`,
      [tenantId, userId],
    );
    return row?.id ?? '';
  };
  return { adminPasskeyId: await add(), doomedPasskeyId: await add() };
}
