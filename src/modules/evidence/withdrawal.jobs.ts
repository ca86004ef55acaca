import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import type { Log } from '../../platform/log.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { SYSTEM } from '../../access/actor.js';
import { recordAuditAs } from '../audit/audit.js';
import { addStored } from '../storage/storage-usage.sql.js';
import { purgeDue } from './withdrawal.sql.js';

export interface WithdrawalPurgeOptions {
  database: Database;
  objects: ObjectStore;
  clock: Clock;
  log: Log;
}

/** Deletes the files of evidence whose withdrawal can no longer be undone. Row first, object second: the sweeper deletes what remains. */
export class WithdrawalPurge {
  constructor(private readonly options: WithdrawalPurgeOptions) {}

  /** Deletes what is due, of all tenants. May run in several processes at once. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, log } = this.options;
    await eachTenant({ database, log, signal, task: 'delete withdrawn evidence' }, async (tenantId) => {
      while (!signal.aborted && (await this.purge(tenantId)) > 0);
    });
  }

  private async purge(tenantId: string): Promise<number> {
    const { database, objects, clock, log } = this.options;
    const now = clock.now();
    const { ids, keys } = await database.fork().transactional(async (em) => {
      const purged = await purgeDue.only(em, { tenantId, now });
      if (purged.ids.length === 0) return purged;
      await addStored.run(em, { tenantId, bytes: -purged.bytes, files: -purged.ids.length });
      const after = { evidenceIds: purged.ids };
      const entry = { action: 'evidence.purged' as const, resourceType: 'evidence', resourceId: null, after };
      await recordAuditAs(SYSTEM, em, { ...entry, tenantId, at: now });
      return purged;
    });
    for (const key of keys) {
      await objects
        .delete(key)
        .catch((err: unknown) => log.warn({ err }, 'cannot delete withdrawn evidence, the sweeper will'));
    }
    return ids.length;
  }
}
