import { SYSTEM } from '../../access/actor.js';
import { HOUR, MINUTE, SECOND, type Clock } from '../../platform/clock.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import type { StatementRow } from '../../platform/database/statement.js';
import { failpoint } from '../../platform/failpoints.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import type { Log } from '../../platform/log.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { backoffMs, type Backoff } from '../../platform/queue/backoff.rules.js';
import { QueueWorker } from '../../platform/queue/queue-worker.js';
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

/** Tickets of a tenant in one run, and tenants at once: none waits for the slow tracker of another one for long. Our choice. */
const TICKETS_AT_ONCE = 20;
const TENANTS_AT_ONCE = 8;

type DueTicket = StatementRow<typeof dueTickets>;

interface WorkItem {
  title: string;
  /** `YYYY-MM-DD`. */
  dueOn: string | null;
  state: WorkItemState;
}

/** Creates tickets in their trackers, and lets tickets and work items follow each other. */
export class TicketSync {
  private readonly worker: QueueWorker;

  constructor(private readonly options: TicketSyncOptions) {
    const { database, jobs, clock } = options;
    const run = () => this.run();
    this.worker = new QueueWorker({
      ...{ database, jobs, clock, queue: ticketQueue },
      sweep: { job: 'tickets.sweep', every: '10 seconds', run },
      wake: { job: 'tickets.sync', concurrency: 1, run },
    });
  }

  /** Looks now at what is due rather than at the next sweep. */
  async wake(): Promise<void> {
    // A lost wake-up costs some seconds.
    await this.options.jobs.enqueue('tickets.sync', {}).catch(() => undefined);
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  /** Compares tickets that are due with their work items: of several tenants at once, of each one after the other. */
  async run(): Promise<void> {
    const { database, clock } = this.options;
    const due = await database.within({ kind: 'system' }, () =>
      dueTickets.all(database.fork(), { now: clock.now(), ofTenant: TICKETS_AT_ONCE }),
    );
    const tenants = [...Map.groupBy(due, ({ tenantId }) => tenantId).values()];
    const work = async () => {
      for (let next = tenants.shift(); next; next = tenants.shift()) await this.compareAll(next);
    };
    await Promise.all(Array.from({ length: TENANTS_AT_ONCE }, work));
  }

  /** Compares tickets of one tenant. A tracker that does not answer is not asked for the next one: that waits for the next run. */
  private async compareAll(tickets: readonly DueTicket[]): Promise<void> {
    const { database, log } = this.options;
    const silent = new Set<string>();
    for (const { id, tenantId, trackerId } of tickets) {
      if (this.worker.stopping.aborted) return;
      if (silent.has(trackerId)) continue;
      try {
        await database.within({ kind: 'tenant', tenantId }, () => this.compare({ id, tenantId }));
      } catch (err) {
        if (err instanceof TrackerError) silent.add(trackerId);
        else log.error({ err, ticketId: id }, 'cannot compare a ticket with its work item');
      }
    }
  }

  /** @throws {TrackerError} where the tracker is unavailable, after that is stored */
  private async compare({ id, tenantId }: Pick<DueTicket, 'id' | 'tenantId'>): Promise<void> {
    const { database, clock } = this.options;
    const [ticket] = await ticketQueue.claim(database.fork(), { tenantId, ids: [id], now: clock.now() });
    if (!ticket) return;
    try {
      const client = await this.clientOf(ticket);
      const item = await this.readWorkItem(ticket);
      const theirs = await this.readOrCreate(client, ticket, item);
      if (theirs === null)
        await this.fail(ticket, 'gone', 'the tracker has no such ticket, or its account does not see it', null);
      else await this.bringTogether(client, ticket, { item, theirs });
    } catch (err) {
      await this.failAs(ticket, err);
    }
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

  private async clientOf({ tenantId, trackerId }: ClaimedTicket): Promise<TrackerClient> {
    const { database, clients, vault } = this.options;
    const { token, ...settings } = await trackerOfTicket.only(database.fork(), { tenantId, id: trackerId });
    if (token === null) throw new TrackerError('unauthorized', 'the tracker has no token');
    return clients.of(settings, vault.open(token, tokenPlace(trackerId)));
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
