import type { Expression } from 'kysely';
import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/**
 * Takes the lock of the tenant's history until the end of the transaction that writes it (`src/demo`), if it is free.
 * An advisory lock: it ends with the transaction, even when its process dies, and leaves no data.
 */
export const lockHistory = statement({
  name: 'organizations.lock_history',
  row: { isLocked: 'bool!' },
  text: ({ tenantId }: { tenantId: string }) =>
    sql`select pg_try_advisory_xact_lock(${keyOf(sql`${tenantId}::uuid`)}) as "isLocked"`,
  samples: [{ tenantId: '' }],
});

/** Whether a transaction holds the lock of the tenant's history. */
export const historyPending = statement({
  name: 'organizations.history_pending',
  row: { isPending: 'bool!' },
  text: ({ tenantId }: { tenantId: string }) => sql`select ${isHistoryPending(sql`${tenantId}::uuid`)} as "isPending"`,
  samples: [{ tenantId: '' }],
});

/** SQL condition for a history that is being written. */
export function isHistoryPending(tenantId: Expression<unknown>) {
  return sql`not pg_try_advisory_xact_lock_shared(${keyOf(tenantId)})`;
}

function keyOf(tenantId: Expression<unknown>) {
  return sql`hashtextextended('history ' || ${tenantId}, 0)`;
}
