import { SECOND, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import type { ClaimedScan } from './scan-queue.js';
import { isInTheWay, scanQueue } from './scan-queue.sql.js';
import { HEARTBEAT_SECONDS } from './scan-states.js';

interface HeartbeatParts {
  database: Pick<Database, 'fork' | 'within'>;
  clock: Clock;
  log: Log;
}

/**
 * Renews the lease of a running scan until `lease` is aborted; aborts it when the lease is lost, and `slot` when another tenant waits
 * while this one holds two slots of the process.
 */
export async function beat(
  parts: HeartbeatParts,
  scan: ClaimedScan,
  { lease, slot }: { lease: AbortController; slot: AbortController },
): Promise<void> {
  const { clock, database, log } = parts;
  for (;;) {
    await clock.sleep(HEARTBEAT_SECONDS * SECOND, lease.signal);
    if (lease.signal.aborted) return;
    try {
      if (!(await scanQueue.renew(database.fork(), scan))) lease.abort();
      else if (await givesWay(parts, scan)) slot.abort();
    } catch (err) {
      log.warn({ err, scanId: scan.id }, 'cannot renew the lease of a scan');
    }
  }
}

async function givesWay({ clock, database }: HeartbeatParts, { id, tenantId }: ClaimedScan): Promise<boolean> {
  const { yields } = await database.within({ kind: 'system' }, () =>
    isInTheWay.only(database.fork(), { tenantId, id, now: clock.now() }),
  );
  return yields;
}
