import type { Worker } from '../../feature/feature.js';
import { MINUTE, type Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import type { Database } from '../../platform/database/database.js';
import { FairPool, pooled, type DueWork } from '../../platform/jobs/fair-pool.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import type { Log } from '../../platform/log.js';
import { backoffMs } from '../../platform/queue/backoff.rules.js';
import { TICKET_BACKOFF, type TicketSync } from './ticket-sync.js';
import { TrackerError } from './tracker-client.js';
import type { TrackerClients } from './tracker-clients.js';
import { tokenPlace } from './tracker.service.js';
import { changesFailed, changesRead, dueTrackers, trackerQueue, type ClaimedTracker } from './tracker.sql.js';

/** Time between two looks at what changed in a tracker: its webhook, where it has one, is faster. Our choice. */
const LOOK_EVERY_MS = 5 * MINUTE;
/** Trackers that one look finds, of each organization and of all together. */
const TRACKERS = { ofTenant: 10, limit: 500 };
/** Trackers that are asked at once. */
const SLOTS = 16;
/** Longest time for what one tracker is asked, in several requests; less than its lease. */
const DEADLINE_MS = MINUTE;

export interface TrackerChangesOptions {
  database: Database;
  clients: TrackerClients;
  vault: Vault;
  clock: Clock;
  log: Log;
  sync: Pick<TicketSync, 'wake'>;
}

/** Asks trackers which of their tickets changed: one request a tracker, however many tickets it has. */
export class TrackerReader {
  /** Trackers by their turns. */
  readonly pool: FairPool<DueWork>;

  constructor(private readonly options: TrackerChangesOptions) {
    const { database, clock, log } = options;
    this.pool = new FairPool({
      ...{ name: 'tickets.changes', log, slots: SLOTS, deadlineMs: DEADLINE_MS },
      find: (without) =>
        database.within({ kind: 'system' }, () =>
          dueTrackers.all(database.fork(), { ...TRACKERS, now: clock.now(), without }),
        ),
      work: ({ id, tenantId }, signal) =>
        database.within({ kind: 'tenant', tenantId }, () => this.read({ id, tenantId }, signal)),
    });
  }

  /** @returns whether it was due */
  private async read({ tenantId, id }: DueWork, signal: AbortSignal): Promise<boolean> {
    const { database, clients, vault, clock, sync } = this.options;
    const em = database.fork();
    const [tracker] = await trackerQueue.claim(em, { tenantId, ids: [id], now: clock.now() });
    if (!tracker) return false;
    try {
      const client = clients.of(tracker, { token: vault.open(tracker.token, tokenPlace(id)), signal });
      const now = clock.now();
      const { keys, until } = await client.changedSince(tracker.readAt, now);
      await changesRead.run(em, { lease: tracker, keys, until, now, nextAt: new Date(now.getTime() + LOOK_EVERY_MS) });
      if (keys.length > 0) await sync.wake();
    } catch (err) {
      if (this.pool.interrupted.aborted) await trackerQueue.release(em, tracker);
      else await this.postpone(tracker, err);
      if (!(err instanceof TrackerError)) throw err;
    }
    return true;
  }

  private async postpone(lease: ClaimedTracker, err: unknown): Promise<void> {
    const { database, clock } = this.options;
    const at = clock.now();
    const askedMs = err instanceof TrackerError ? (err.retryAfterMs ?? 0) : 0;
    const waitMs = Math.max(LOOK_EVERY_MS, backoffMs(TICKET_BACKOFF, lease.failures + 1), askedMs);
    const error = err instanceof TrackerError ? err.message : 'the service could not ask the tracker';
    await changesFailed.run(database.fork(), { lease, error, at, nextAt: new Date(at.getTime() + waitMs) });
  }
}

/** Looks every minute for trackers that are to be asked. */
export function trackerReaderWorker(jobs: Jobs, { pool }: TrackerReader): Worker {
  return pooled(jobs, pool, { sweep: { job: 'tickets.changes', every: '1 minute' } });
}
