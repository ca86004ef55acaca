import { HOUR } from '../../platform/clock.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { tenantsWithEnded } from './delivery-queue.sql.js';

/** Time for which a delivery is stored after its end. */
const RETENTION_MS = 30 * 24 * HOUR;
const ROWS_PER_STATEMENT = 5_000;

/** Removes deliveries, and their attempts, that ended more than 30 days before `now`. */
export async function pruneDeliveries(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  const tenants = await database.within({ kind: 'system' }, () => tenantsWithEnded.all(database.fork(), { before }));
  for (const { tenantId } of tenants) {
    await database.within({ kind: 'tenant', tenantId }, async () => {
      let pruned = ROWS_PER_STATEMENT;
      while (pruned === ROWS_PER_STATEMENT) pruned = await pruneSome(database.fork(), tenantId, before);
    });
  }
}

/** @returns how many were removed */
async function pruneSome(em: EntityManager, tenantId: string, before: Date): Promise<number> {
  const { numDeletedRows } = await query(em)
    .deleteFrom('webhook_deliveries')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('completed_at', '<', before)
        .limit(ROWS_PER_STATEMENT),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
