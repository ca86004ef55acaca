import { HOUR } from '../../platform/clock.js';
import { rows, sql, type Database } from '../../platform/database/database.js';

/** How long the log shows a delivery that has ended. */
const KEPT_MS = 30 * 24 * HOUR;
const ROWS_PER_STATEMENT = 5_000;

/** Removes deliveries, and their attempts, that ended more than 30 days before `now`. */
export async function pruneDeliveries(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  const tenants = await database.within({ kind: 'system' }, () =>
    rows(
      database.fork(),
      sql<{ id: string }>`select distinct tenant_id as id from webhook_deliveries where completed_at < ${before}`,
    ),
  );
  for (const { id: tenantId } of tenants) {
    await database.within({ kind: 'tenant', tenantId }, async () => {
      let pruned = ROWS_PER_STATEMENT;
      while (pruned === ROWS_PER_STATEMENT) {
        const removed = await rows(
          database.fork(),
          sql`delete from webhook_deliveries where tenant_id = ${tenantId} and id in (
                select id from webhook_deliveries where tenant_id = ${tenantId} and completed_at < ${before}
                limit ${ROWS_PER_STATEMENT}) returning 1`,
        );
        pruned = removed.length;
      }
    });
  }
}
