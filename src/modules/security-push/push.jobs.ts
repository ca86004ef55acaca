import type { Worker } from '../../feature/feature.js';
import { SECOND, type Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import { FairPool, pooled, type DueWork } from '../../platform/jobs/fair-pool.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { backoffMs } from '../../platform/queue/backoff.rules.js';
import { ocsfLine } from '../security-events/ocsf.rules.js';
import { credentialsPlace } from './destination.service.js';
import {
  destinationQueue,
  dueDestinations,
  eventsAfter,
  failed,
  sent,
  type ClaimedDestination,
} from './destination-queue.sql.js';
import type { DestinationKind } from './destination-kinds.js';
import { PUSH_BACKOFF } from './push.rules.js';
import { PushFailure, type EventBatch, type Send } from './senders.js';

const EVENTS_AT_ONCE = 200;
/** Batches of one destination in its turn: a long backlog takes turns with other destinations. */
const BATCHES_AT_ONCE = 10;
/** Time after which no further batch is sent in a turn. Our choice. */
const TURN_MS = 5 * SECOND;
/** Longest turn: the last batch has its own deadline, which is shorter than its lease. */
const DEADLINE_MS = 45 * SECOND;
/** Destinations that are sent to at once. */
const SLOTS = 12;
/** Destinations that one look takes of each organization. */
const OF_TENANT = 10;

export interface EventPushOptions {
  database: Database;
  vault: Vault;
  clock: Clock;
  log: Log;
  senders: Readonly<Record<DestinationKind, Send>>;
  /** Source of the jitter, 0 to 1. @default Math.random */
  random?: () => number;
}

/**
 * Pushes security events to the destinations of their organizations, in the order of their numbers. The cursor moves when a batch was
 * accepted: each event arrives at least once, and again where a process dies in between.
 */
export class EventPush {
  /** Destinations by their turns; one is sent to by one process at a time. */
  readonly pool: FairPool<DueWork>;

  constructor(private readonly options: EventPushOptions) {
    const { database, clock, log } = options;
    this.pool = new FairPool({
      ...{ name: 'security_events.push', log, slots: SLOTS, deadlineMs: DEADLINE_MS },
      find: (without) =>
        database.within({ kind: 'system' }, () =>
          dueDestinations.all(database.fork(), { now: clock.now(), ofTenant: OF_TENANT, without }),
        ),
      work: (due, signal) => this.push(due, signal),
    });
  }

  /** @returns whether a batch was accepted */
  private async push(due: DueWork, signal: AbortSignal): Promise<boolean> {
    const { database } = this.options;
    const endsAt = performance.now() + TURN_MS;
    const goesOn = () => !signal.aborted && performance.now() < endsAt;
    return database.within({ kind: 'tenant', tenantId: due.tenantId }, async () => {
      let count = 0;
      while (count < BATCHES_AT_ONCE && goesOn() && (await this.pushBatch(due, signal))) count += 1;
      return count > 0;
    });
  }

  /** @returns whether a batch was accepted, after which there may be more */
  private async pushBatch({ tenantId, id }: DueWork, signal: AbortSignal): Promise<boolean> {
    const { database, clock } = this.options;
    const em = database.fork();
    const [destination] = await destinationQueue.claim(em, { tenantId, ids: [id], now: clock.now() });
    if (!destination) return false;
    const { cursor: after } = destination;
    const events = await eventsAfter.all(em, { tenantId, after, limit: EVENTS_AT_ONCE });
    try {
      const lines = events.map((event) => ({
        ...event,
        line: ocsfLine(tenantId, { ...event, at: event.at.toISOString() }),
      }));
      await this.send(destination, { events: lines, attempt: destination.failures + 1 }, signal);
      const at = clock.now();
      return (await sent.run(em, { lease: destination, cursor: events.at(-1)?.sequence ?? after, at })) > 0;
    } catch (err) {
      if (this.pool.interrupted.aborted) await destinationQueue.release(database.fork(), destination);
      else await this.postpone(destination, err);
      if (!(err instanceof PushFailure)) throw err;
      return false;
    }
  }

  private async send(destination: ClaimedDestination, batch: EventBatch, signal: AbortSignal): Promise<void> {
    const { senders, vault } = this.options;
    const { id, kind, address, settings, credentials } = destination;
    const secret = credentials === null ? null : vault.open(credentials, credentialsPlace(id));
    await senders[kind]({ address, settings, secret }, batch, signal);
  }

  private async postpone(lease: ClaimedDestination, err: unknown): Promise<void> {
    const { database, clock, random = Math.random } = this.options;
    const at = clock.now();
    const nextAttemptAt = new Date(at.getTime() + backoffMs(PUSH_BACKOFF, lease.failures + 1, random()));
    const error = err instanceof PushFailure ? err.message : 'the service could not send it';
    await failed.run(database.fork(), { lease, error, at, nextAttemptAt });
  }
}

/** Looks for events to push every 10 seconds. */
export function pushWorker(jobs: Jobs, { pool }: EventPush): Worker {
  return pooled(jobs, pool, { sweep: { job: 'security_events.push', every: '10 seconds' } });
}
