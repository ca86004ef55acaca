import { DAY, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import type { Log } from '../../platform/log.js';
import { deleteEventsBefore } from './security-event.sql.js';

const ROWS_PER_STATEMENT = 5_000;

export interface SecurityEventRetentionOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** Days for which events are stored. */
  days: number;
}

/** Deletion of security events after their time, which is their own: entries of the audit trail stay. */
export class SecurityEventRetention {
  constructor(private readonly options: SecurityEventRetentionOptions) {}

  /** Deletes the expired events of every tenant, until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, clock, log, days } = this.options;
    const before = new Date(clock.now().getTime() - days * DAY);
    await eachTenant({ database, log, signal, task: 'delete old security events' }, async (tenantId) => {
      const some = { tenantId, before, limit: ROWS_PER_STATEMENT };
      while (!signal.aborted && (await deleteEventsBefore.run(database.fork(), some)) === ROWS_PER_STATEMENT);
    });
  }
}
