import type { Clock } from '../../platform/clock.js';
import { query, type Database } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import type { Log } from '../../platform/log.js';

export interface IdempotencySweeperOptions {
  database: Database;
  clock: Clock;
  log: Log;
}

/**
 * Removes responses that are a day old, in the scope of each tenant in turn: no policy shows stored responses across
 * tenants.
 */
export class IdempotencySweeper {
  constructor(private readonly options: IdempotencySweeperOptions) {}

  /** Removes what has expired, until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, clock, log } = this.options;
    const now = clock.now();
    await eachTenant({ database, log, signal, task: 'remove stored responses' }, async (tenantId) => {
      await query(database.fork())
        .deleteFrom('idempotency_keys')
        .where('tenant_id', '=', tenantId)
        .where('expires_at', '<=', now)
        .execute();
    });
  }
}
