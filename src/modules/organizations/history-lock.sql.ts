import type { Expression } from 'kysely';
import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/**
 * Takes the lock of the tenant's history until the end of the transaction that writes it (`src/demo`), where no other one has
 * it. An advisory lock: it ends with the transaction, also where its process dies, and leaves nothing behind.
 */
export const lockHistory = statement({
  name: 'organizations.lock_history',
  row: { isLocked: 'bool!' },
  text: ({ tenantId }: { tenantId: string }) =>
    sql`select pg_try_advisory_xact_lock(${keyOf(sql`${tenantId}::uuid`)}) as "isLocked"`,
  samples: [{ tenantId: '' }],
});

/** Whether a transaction has the lock of the tenant's history. */
export const historyPending = statement({
  name: 'organizations.history_pending',
  row: { isPending: 'bool!' },
  text: ({ tenantId }: { tenantId: string }) => sql`select ${isHistoryPending(sql`${tenantId}::uuid`)} as "isPending"`,
  samples: [{ tenantId: '' }],
});

/** The same as a condition. */
export function isHistoryPending(tenantId: Expression<unknown>) {
  return sql`not pg_try_advisory_xact_lock_shared(${keyOf(tenantId)})`;
}

function keyOf(tenantId: Expression<unknown>) {
  return sql`hashtextextended('history ' || ${tenantId}, 0)`;
}
