import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Uses up one recovery code of an account; no row for an unknown code. */
export const useRecoveryCode = statement({
  name: 'auth.use_recovery_code',
  row: { left: 'int4!' },
  text: ({ userId, tenantId, hash }: { userId: string; tenantId: string; hash: string }) => sql`
    update users set recovery_hashes = array_remove(recovery_hashes, ${hash})
    where id = ${userId} and tenant_id = ${tenantId} and ${hash} = any(recovery_hashes)
    returning cardinality(recovery_hashes) as left`,
  samples: [{ userId: '', tenantId: '', hash: '' }],
});
