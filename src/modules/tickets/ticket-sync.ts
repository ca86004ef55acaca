import { SYSTEM } from '../../access/actor.js';
import type { AppContext } from '../../context.js';
import type { Worker } from '../../feature/feature.js';
import { HOUR, MINUTE, SECOND, type Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { failpoint } from '../../platform/failpoints.js';
import { FairPool, pooled } from '../../platform/jobs/fair-pool.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import type { Log } from '../../platform/log.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { backoffMs, type Backoff } from '../../platform/queue/backoff.rules.js';
import { recordAuditAs } from '../audit/audit.js';
import type { WorkItemState } from '../work-items/work-item-states.js';
import type { TicketStatus } from './ticket-kinds.js';
import { reconcile } from './ticket-state.rules.js';
import { ticketText, ticketTitle } from './ticket-text.rules.js';
import { dueTickets, ticketFailed, ticketQueue, ticketRead, type ClaimedTicket } from './ticket.sql.js';
import { TrackerError, type NewTicket, type ReadTicket, type TrackerClient } from './tracker-client.js';
import type { TrackerClients } from './tracker-clients.js';
import { tokenPlace } from './tracker.service.js';
import { trackerOfTicket } from './tracker.sql.js';

/** Waits after failures, without an end: a tracker that is away may come back. Our choice. */
export const TICKET_BACKOFF: Backoff = {
  gapsMs: [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  jitter: 0.2,
};

export interface TicketSyncOptions {
  database: Database;
  jobs: Jobs;
  clients: TrackerClients;
  vault: Vault;
  publicUrl: PublicUrl;
  clock: Clock;
  log: Log;
  /** Source of the jitter, 0 to 1. @default Math.random */
  random?: () => number;
}

/** Tickets that one look finds, of each organization and of all together. */
const TICKETS = { ofTenant: 20, limit: 1_000 };
/** Trackers that are asked at once. */
const SLOTS = 16;
/** Time after which a tracker is asked for no further ticket in its turn. Our choice. */
const TURN_MS = 30 * SECOND;
/** Longest turn: the last ticket, of several requests, ends before its lease does. */
const DEADLINE_MS = 90 * SECOND;
/** Time for the current tickets when the service stops: one that is being created is looked for before it is created again. */
const STOP_GRACE_MS = 10 * SECOND;

/** Tickets of one tracker that are due; the id is that of the tracker. */
interface DueTracker {
  id: string;
  tenantId: string;
  ticketIds: string[];
}

interface WorkItem {
  title: string;
  /** `YYYY-MM-DD`. */
  dueOn: string | null;
  state: WorkItemState;
}

/** Creates tickets in their trackers, and lets tickets and work items follow each other. */
export class TicketSync {
  /** Trackers with tickets that are due, by their turns. */
  readonly pool: FairPool<DueTracker>;
  private readonly worker: Worker;

  constructor(private readonly options: TicketSyncOptions) {
    const { jobs, log } = options;
    this.pool = new FairPool({
      ...{ name: 'tickets.sync', log, slots: SLOTS, deadlineMs: DEADLINE_MS, stopGraceMs: STOP_GRACE_MS },
      find: (without) => this.findDue(without),
      work: (due, signal) => this.compareAll(due, signal),
    });
    this.worker = pooled(jobs, this.pool, {
      sweep: { job: 'tickets.sweep', every: '10 seconds' },
      wake: { job: 'tickets.sync' },
    });
  }

  /** Looks now at what is due rather than at the next sweep. */
  async wake(): Promise<void> {
    // A lost wake-up costs some seconds.
    await this.options.jobs.enqueue('tickets.sync', {}).catch(() => undefined);
  }

  start(app: AppContext): Promise<void> {
    return this.worker.start(app);
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async findDue(without: readonly string[]): Promise<DueTracker[]> {
    const { database, clock } = this.options;
    const due = await database.within({ kind: 'system' }, () =>
      dueTickets.all(database.fork(), { ...TICKETS, now: clock.now(), without }),
    );
    const byTracker = Map.groupBy(due, ({ trackerId }) => trackerId);
    return [...byTracker].flatMap(([id, [first, ...others]]) =>
      first ? [{ id, tenantId: first.tenantId, ticketIds: [first, ...others].map((ticket) => ticket.id) }] : [],
    );
  }

  /**
   * Compares tickets of one tracker with their work items. Where it does not answer it is asked for no other one: those wait for another
   * turn.
   * @returns whether one was compared
   */
  private async compareAll({ tenantId, ticketIds }: DueTracker, signal: AbortSignal): Promise<boolean> {
    const { database, log } = this.options;
    const endsAt = performance.now() + TURN_MS;
    let isAny = false;
    for (const id of ticketIds) {
      if (signal.aborted || performance.now() > endsAt) break;
      try {
        const compared = await database.within({ kind: 'tenant', tenantId }, () =>
          this.compare({ id, tenantId }, signal),
        );
        isAny ||= compared;
      } catch (err) {
        if (err instanceof TrackerError) return false;
        log.error({ err, ticketId: id }, 'cannot compare a ticket with its work item');
      }
    }
    return isAny;
  }

  /** @returns whether it was due. @throws {TrackerError} where the tracker is unavailable, after that is stored */
  private async compare({ id, tenantId }: { id: string; tenantId: string }, signal: AbortSignal): Promise<boolean> {
    const { database, clock } = this.options;
    const [ticket] = await ticketQueue.claim(database.fork(), { tenantId, ids: [id], now: clock.now() });
    if (!ticket) return false;
    try {
      const client = await this.clientOf(ticket, signal);
      const item = await this.readWorkItem(ticket);
      const theirs = await this.readOrCreate(client, ticket, item);
      if (theirs === null)
        await this.fail(ticket, 'gone', 'the tracker has no such ticket, or its account does not see it', null);
      else await this.bringTogether(client, ticket, { item, theirs });
    } catch (err) {
      // The tracker has not failed: the service stops.
      if (this.pool.interrupted.aborted) await ticketQueue.release(database.fork(), ticket);
      else await this.failAs(ticket, err);
    }
    return true;
  }

  private async readOrCreate(client: TrackerClient, ticket: ClaimedTicket, item: WorkItem): Promise<ReadTicket | null> {
    if (ticket.key !== null) return client.read(ticket.key);
    const wanted = this.newTicket(ticket, item);
    // The first attempt may have created it without an answer.
    const found = ticket.leaseNumber > 1 ? await client.find(wanted) : null;
    if (found) return found;
    await failpoint('ticket.create.before', ticket.id);
    const created = await client.create(wanted);
    await failpoint('ticket.create.after', ticket.id);
    return created;
  }

  private async bringTogether(
    client: TrackerClient,
    ticket: ClaimedTicket,
    { item, theirs: read }: { item: WorkItem; theirs: ReadTicket },
  ): Promise<void> {
    const { agreed, lastTheirs } = ticket;
    const change = reconcile({ ours: item.state, agreed, theirs: read.state, lastTheirs }, (state) =>
      client.nearest(state),
    );
    const { theirs, error } = await this.moved(client, read, change.theirs);
    const { database, clock } = this.options;
    await database.fork().transactional(async (em) => {
      const state = await lockState(em, ticket);
      const at = clock.now();
      const follows = change.ours !== null && state === item.state;
      if (follows) await follow(em, ticket, { from: state, to: change.ours ?? state, theirs, at });
      const now = follows ? (change.ours ?? state) : state;
      // What somebody changed meanwhile is compared at once.
      const isChanged = state !== item.state;
      const { key, url, stateName } = theirs;
      await ticketRead.run(em, {
        ...{ lease: ticket, key, url, stateName, theirs: theirs.state, error, at },
        agreed: error === null && !isChanged ? now : agreed,
        nextAt: isChanged ? at : null,
      });
    });
  }

  /** Moves a ticket. What its workflow refuses is said, and leaves it as it is. */
  private async moved(client: TrackerClient, read: ReadTicket, to: WorkItemState | null) {
    if (to === null) return { theirs: read, error: null };
    try {
      return { theirs: await client.move(read, to), error: null };
    } catch (err) {
      if (err instanceof TrackerError && err.failure === 'refused') return { theirs: read, error: err.message };
      throw err;
    }
  }

  private async clientOf({ tenantId, trackerId }: ClaimedTicket, signal: AbortSignal): Promise<TrackerClient> {
    const { database, clients, vault } = this.options;
    const { token, ...settings } = await trackerOfTicket.only(database.fork(), { tenantId, id: trackerId });
    if (token === null) throw new TrackerError('unauthorized', 'the tracker has no token');
    return clients.of(settings, { token: vault.open(token, tokenPlace(trackerId)), signal });
  }

  private readWorkItem({ tenantId, workItemId }: ClaimedTicket): Promise<WorkItem> {
    return query(this.options.database.fork())
      .selectFrom('work_items')
      .select((eb) => [
        'title',
        eb.ref('state').$castTo<WorkItemState>().as('state'),
        eb.cast<string | null>('due_on', 'text').as('dueOn'),
      ])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', workItemId)
      .executeTakeFirstOrThrow();
  }

  private newTicket({ id, subject, workItemId, createdAt }: ClaimedTicket, { title, dueOn }: WorkItem): NewTicket {
    const url = `${this.options.publicUrl.href}/work-items/${workItemId}`;
    const facts = { ticketId: id, title, subject, dueOn, url };
    return { id, title: ticketTitle(facts), text: ticketText(facts), createdAt };
  }

  private async failAs(ticket: ClaimedTicket, err: unknown): Promise<void> {
    const isKnown = err instanceof TrackerError;
    // What it would refuse again is tried again only when somebody asks.
    if (isKnown && err.failure === 'refused') {
      await this.fail(ticket, ticket.status === 'waiting' ? 'failed' : ticket.status, err.message, null);
      return;
    }
    const { clock, random = Math.random } = this.options;
    const waitMs = backoffMs(TICKET_BACKOFF, ticket.failures + 1, random());
    const askedMs = isKnown ? Math.min(err.retryAfterMs ?? 0, HOUR) : 0;
    const nextAt = new Date(clock.now().getTime() + Math.max(waitMs, askedMs));
    await this.fail(ticket, ticket.status, isKnown ? err.message : 'the service could not ask the tracker', nextAt);
    if (!isKnown || err.failure === 'unavailable') throw err;
  }

  private async fail(lease: ClaimedTicket, status: TicketStatus, error: string, nextAt: Date | null): Promise<void> {
    await ticketFailed.run(this.options.database.fork(), { lease, status, error, nextAt });
  }
}

/** State of a work item, which nobody changes until the transaction ends. */
async function lockState(em: EntityManager, { tenantId, workItemId }: ClaimedTicket): Promise<WorkItemState> {
  const { state } = await query(em)
    .selectFrom('work_items')
    .select((eb) => eb.ref('state').$castTo<WorkItemState>().as('state'))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', workItemId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return state;
}

/** Gives a work item the state of its ticket, with an entry in the trail that names the ticket. */
async function follow(
  em: EntityManager,
  { tenantId, workItemId }: ClaimedTicket,
  { from, to, theirs, at }: { from: WorkItemState; to: WorkItemState; theirs: ReadTicket; at: Date },
): Promise<void> {
  await query(em)
    .updateTable('work_items')
    .set({ state: to, changed_by: null, changed_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', workItemId)
    .execute();
  await recordAuditAs(SYSTEM, em, {
    ...{ tenantId, at, action: 'work_item.changed', resourceType: 'work_item', resourceId: workItemId },
    ...{ before: { state: from }, after: { state: to, ticket: theirs.key, ticketState: theirs.stateName } },
  });
}
