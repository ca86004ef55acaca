import { sql } from '../../platform/database/database.js';
import { json, text, type RowOf } from '../../platform/database/statement-row.js';
import { dueInTurns, SAMPLE_LOOK, type DueLook } from '../../platform/jobs/due-in-turns.sql.js';
import { statement } from '../../platform/database/statement.js';
import { LeaseQueue, SAMPLE_LEASE, type Claimed, type Lease } from '../../platform/queue/lease-queue.sql.js';
import type { WorkItemState } from '../work-items/work-item-states.js';
import type { TicketStatus, TrackerKind } from './ticket-kinds.js';

const SHOWN = {
  id: 'uuid',
  workItemId: 'uuid',
  tracker: json<{ id: string; name: string; kind: TrackerKind; project: string }>('jsonb!'),
  status: text<TicketStatus>(),
  key: 'text?',
  url: 'text?',
  stateName: 'text?',
  error: 'text?',
  readAt: 'timestamptz?',
  createdBy: json<{ id: string; name: string }>('jsonb?'),
  createdAt: 'timestamptz',
} as const;

/** A ticket with its tracker. */
export type TicketRow = RowOf<typeof SHOWN>;

const shown = sql`
  t.id, t.work_item_id as "workItemId",
  jsonb_build_object('id', k.id, 'name', k.name, 'kind', k.kind, 'project', k.project) as tracker,
  t.status, t.key, t.url, t.state_name as "stateName", t.error, t.read_at as "readAt",
  (select jsonb_build_object('id', u.id, 'name', u.name) from users u
    where u.tenant_id = t.tenant_id and u.id = t.created_by) as "createdBy",
  t.created_at as "createdAt"`;

/** Tickets of work items, oldest first. */
export const ticketsOfWorkItems = statement({
  name: 'tickets.of_work_items',
  row: SHOWN,
  text: ({ tenantId, workItemIds }: { tenantId: string; workItemIds: readonly string[] }) => sql`
    select ${shown} from tickets t join ticket_trackers k on k.tenant_id = t.tenant_id and k.id = t.tracker_id
    where t.tenant_id = ${tenantId} and t.work_item_id = any(${workItemIds}::uuid[]) order by t.created_at, t.id`,
  samples: [{ tenantId: '', workItemIds: [] }],
});

/** One ticket. */
export const ticketById = statement({
  name: 'tickets.by_id',
  row: SHOWN,
  text: ({ tenantId, id }: { tenantId: string; id: string }) => sql`
    select ${shown} from tickets t join ticket_trackers k on k.tenant_id = t.tenant_id and k.id = t.tracker_id
    where t.tenant_id = ${tenantId} and t.id = ${id}`,
  samples: [{ tenantId: '', id: '' }],
});

/** Tickets as a lease queue: each claim is good for one comparison of a ticket with its work item. */
export const ticketQueue = new LeaseQueue({
  name: 'tickets',
  hasOwner: false,
  leaseSeconds: 120,
  isWaiting: (now) => sql`lease_expires_at is null and next_at <= ${now}`,
  isLeased: sql`lease_expires_at is not null`,
  row: {
    id: 'uuid',
    tenantId: 'uuid',
    trackerId: 'uuid',
    workItemId: 'uuid',
    status: text<TicketStatus>(),
    key: 'text?',
    subject: 'text?',
    agreed: text<WorkItemState>(),
    lastTheirs: text<WorkItemState>('text?'),
    failures: 'int4',
    createdAt: 'timestamptz',
    leaseNumber: 'int4',
  },
  selectClaimed: () => sql`
    select id, tenant_id as "tenantId", tracker_id as "trackerId", work_item_id as "workItemId", status, key,
      subject, agreed_state as agreed, tracker_state as "lastTheirs", failures, created_at as "createdAt",
      lease_number as "leaseNumber"
    from claimed`,
});
export type ClaimedTicket = Claimed<typeof ticketQueue>;

/**
 * Tickets whose time has come, of every tenant that is not suspended the first few, in turns by tenant; without those of some trackers.
 * For the system scope.
 */
export const dueTickets = statement({
  name: 'tickets.due',
  row: { id: 'uuid', tenantId: 'uuid', trackerId: 'uuid' },
  text: ({ now, without, ...look }: DueLook) =>
    dueInTurns(
      sql`
        select d.id, d.tenant_id, d.tracker_id, d.next_at as since from tickets d
        where ${ticketQueue.isDue(now)} and d.tracker_id <> all(${without}::uuid[])
          and not exists (select from tenants t where t.id = d.tenant_id and t.suspended_at is not null)`,
      look,
      sql`, tracker_id as "trackerId"`,
    ),
  samples: [SAMPLE_LOOK],
});

/** State that a tracker gave, and the end of the lease. Changes nothing where the lease is lost. */
export const ticketRead = statement({
  name: 'tickets.read',
  row: {},
  text: (read: {
    lease: Lease;
    key: string;
    url: string;
    stateName: string;
    theirs: WorkItemState;
    agreed: WorkItemState;
    error: string | null;
    at: Date;
    /** Null where it is compared again when either side changes. */
    nextAt: Date | null;
  }) => sql`
    update tickets
    set status = 'linked', key = ${read.key}, url = ${read.url}, state_name = ${read.stateName}, tracker_state = ${read.theirs},
      agreed_state = ${read.agreed}, error = ${read.error}, read_at = ${read.at}, failures = 0, next_at = ${read.nextAt},
      lease_expires_at = null
    where ${ticketQueue.isHeld(read.lease)}`,
  samples: [
    {
      ...{ lease: SAMPLE_LEASE, key: '', url: '', stateName: '', theirs: 'open', agreed: 'open', error: null },
      at: new Date(0),
      nextAt: null,
    },
  ],
});

/** A failure, and when to try again; null for never. Changes nothing where the lease is lost. */
export const ticketFailed = statement({
  name: 'tickets.failed',
  row: {},
  text: ({
    lease,
    status,
    error,
    nextAt,
  }: {
    lease: Lease;
    status: TicketStatus;
    error: string;
    nextAt: Date | null;
  }) => sql`
    update tickets
    set status = ${status}, error = ${error}, failures = failures + 1, next_at = ${nextAt}, lease_expires_at = null
    where ${ticketQueue.isHeld(lease)}`,
  samples: [{ lease: SAMPLE_LEASE, status: 'waiting', error: '', nextAt: null }],
});
