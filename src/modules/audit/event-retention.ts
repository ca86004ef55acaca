import { SYSTEM } from '../../access/actor.js';
import { DAY, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import type { Log } from '../../platform/log.js';
import { recordAuditAs } from './audit.js';
import { EXPIRED } from './event-digest.rules.js';
import { deleteEventsThrough, digestBefore } from './event-digest.sql.js';

const ROWS_PER_STATEMENT = 5_000;

export interface EventRetentionOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** Days for which events are stored. */
  days: number;
}

/**
 * Deletion of security events after their time, which is their own: entries of the audit trail stay. Those of a digest go together,
 * when the last of them is old enough, and the trail says so: a verification can then distinguish this from another deletion.
 */
export class EventRetention {
  constructor(private readonly options: EventRetentionOptions) {}

  /** Deletes the expired events of every tenant, until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, clock, log, days } = this.options;
    const before = new Date(clock.now().getTime() - days * DAY);
    await eachTenant({ database, log, signal, task: 'delete old security events' }, async (tenantId) => {
      const digest = await digestBefore.one(database.fork(), { tenantId, moment: before });
      if (digest === null) return;
      while (!signal.aborted && (await this.deleteSome(tenantId, digest.last, before)) === ROWS_PER_STATEMENT);
    });
  }

  private async deleteSome(tenantId: string, last: number, before: Date): Promise<number> {
    const { database, clock, days } = this.options;
    return database.fork().transactional(async (em) => {
      const deleted = await deleteEventsThrough.only(em, { tenantId, last, limit: ROWS_PER_STATEMENT });
      const { count, through } = deleted;
      if (through === null) return 0;
      await recordAuditAs(SYSTEM, em, {
        tenantId,
        at: clock.now(),
        action: EXPIRED,
        resourceType: 'security_events',
        resourceId: null,
        after: { through, count, days, before: before.toISOString() },
      });
      return count;
    });
  }
}
