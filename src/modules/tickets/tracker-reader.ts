import { MINUTE, type Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import { backoffMs } from '../../platform/queue/backoff.rules.js';
import { TICKET_BACKOFF, type TicketSync } from './ticket-sync.js';
import { TrackerError } from './tracker-client.js';
import type { TrackerClients } from './tracker-clients.js';
import { tokenPlace } from './tracker.service.js';
import { changesFailed, changesRead, dueTrackers, trackerQueue, type ClaimedTracker } from './tracker.sql.js';

/** Time between two looks at what changed in a tracker: its webhook, where it has one, is faster. Our choice. */
const LOOK_EVERY_MS = 5 * MINUTE;
/** Trackers that are asked at once, so that one that does not answer keeps few others waiting. */
const AT_ONCE = 8;

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
  constructor(private readonly options: TrackerChangesOptions) {}

  /** Asks every tracker whose time has come. May run in several processes at once. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, clock, log, sync } = this.options;
    const due = await database.within({ kind: 'system' }, () => dueTrackers.all(database.fork(), { now: clock.now() }));
    const isAny = due.length > 0;
    const work = async () => {
      for (let next = due.shift(); next && !signal.aborted; next = due.shift()) {
        const { id, tenantId } = next;
        try {
          await database.within({ kind: 'tenant', tenantId }, () => this.read(tenantId, id));
        } catch (err) {
          log.error({ err, trackerId: id }, 'cannot read what changed in a tracker');
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (isAny) await sync.wake();
  }

  private async read(tenantId: string, id: string): Promise<void> {
    const { database, clients, vault, clock } = this.options;
    const em = database.fork();
    const [tracker] = await trackerQueue.claim(em, { tenantId, ids: [id], now: clock.now() });
    if (!tracker) return;
    try {
      const client = clients.of(tracker, vault.open(tracker.token, tokenPlace(id)));
      const now = clock.now();
      const { keys, until } = await client.changedSince(tracker.readAt, now);
      await changesRead.run(em, { lease: tracker, keys, until, now, nextAt: new Date(now.getTime() + LOOK_EVERY_MS) });
    } catch (err) {
      await this.postpone(tracker, err);
      if (!(err instanceof TrackerError)) throw err;
    }
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
