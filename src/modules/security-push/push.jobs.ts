import { SECOND, type Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
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
/** Batches of one destination in one run: a long backlog keeps back no other. */
const BATCHES_AT_ONCE = 10;
/** Time after which no further batch is sent to a destination in a run: a slow receiver holds up the others for one. Our choice. */
const DESTINATION_MS_MAX = 5 * SECOND;
const AT_ONCE = 8;

export interface EventPushOptions {
  database: Database;
  vault: Vault;
  clock: Clock;
  log: Log;
  senders: Readonly<Record<DestinationKind, Send>>;
  /** Source of the jitter, 0 to 1. @default Math.random */
  random?: () => number;
}

interface Due {
  id: string;
  tenantId: string;
}

/**
 * Pushes security events to the destinations of their organizations, in the order of their numbers. The cursor moves when a batch was
 * accepted: each event arrives at least once, and again where a process dies in between.
 */
export class EventPush {
  constructor(private readonly options: EventPushOptions) {}

  /** Sends what is due. May run in several processes at once: a destination is sent to by one of them. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, clock, log } = this.options;
    const due = await database.within({ kind: 'system' }, () =>
      dueDestinations.all(database.fork(), { now: clock.now() }),
    );
    const work = async () => {
      for (let next = due.shift(); next && !signal.aborted; next = due.shift()) {
        try {
          await this.push(next, signal);
        } catch (err) {
          log.error({ err, destinationId: next.id }, 'cannot push security events');
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  private async push(due: Due, signal: AbortSignal): Promise<void> {
    const { database } = this.options;
    const endsAt = performance.now() + DESTINATION_MS_MAX;
    const goesOn = () => !signal.aborted && performance.now() < endsAt;
    await database.within({ kind: 'tenant', tenantId: due.tenantId }, async () => {
      for (let batch = 0; batch < BATCHES_AT_ONCE && goesOn(); batch += 1) {
        if (!(await this.pushBatch(due))) return;
      }
    });
  }

  /** @returns whether a batch was accepted, after which there may be more */
  private async pushBatch({ tenantId, id }: Due): Promise<boolean> {
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
      await this.send(destination, { events: lines, attempt: destination.failures + 1 });
      const at = clock.now();
      return (await sent.run(em, { lease: destination, cursor: events.at(-1)?.sequence ?? after, at })) > 0;
    } catch (err) {
      await this.postpone(destination, err);
      if (!(err instanceof PushFailure)) throw err;
      return false;
    }
  }

  private async send(destination: ClaimedDestination, batch: EventBatch): Promise<void> {
    const { senders, vault } = this.options;
    const { id, kind, address, settings, credentials } = destination;
    const secret = credentials === null ? null : vault.open(credentials, credentialsPlace(id));
    await senders[kind]({ address, settings, secret }, batch);
  }

  private async postpone(lease: ClaimedDestination, err: unknown): Promise<void> {
    const { database, clock, random = Math.random } = this.options;
    const at = clock.now();
    const nextAttemptAt = new Date(at.getTime() + backoffMs(PUSH_BACKOFF, lease.failures + 1, random()));
    const error = err instanceof PushFailure ? err.message : 'the service could not send it';
    await failed.run(database.fork(), { lease, error, at, nextAttemptAt });
  }
}
