import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Uses up one recovery code of an account; no row for an unknown code. */
export const useRecoveryCode = statement({
  name: 'auth.use_recovery_code',
  row: { left: 'int4!' },
  text: ({ accountId, hash }: { accountId: string; hash: string }) => sql`
    update accounts set recovery_hashes = array_remove(recovery_hashes, ${hash})
    where id = ${accountId} and ${hash} = any(recovery_hashes)
    returning cardinality(recovery_hashes) as left`,
  samples: [{ accountId: '', hash: '' }],
});
