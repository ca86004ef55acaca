import type { Clock } from '../../platform/clock.js';
import { query, type Database } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import type { Log } from '../../platform/log.js';

/** Removes sign-ons that nobody finished, and assertions that are too old to be used again. */
export async function sweepSignOns(
  round: { database: Database; clock: Clock; log: Log },
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = round;
  await eachTenant({ ...round, signal, task: 'sweep the sign-ons' }, async (tenantId) => {
    for (const table of ['sign_on_attempts', 'used_assertions'] as const) {
      await query(database.fork())
        .deleteFrom(table)
        .where('tenant_id', '=', tenantId)
        .where('expires_at', '<', clock.now())
        .execute();
    }
  });
}
