import { sql } from '../../platform/database/database.js';
import { text, type RowOf } from '../../platform/database/statement-row.js';
import { dueInTurns, SAMPLE_LOOK, type DueLook } from '../../platform/jobs/due-in-turns.sql.js';
import { statement } from '../../platform/database/statement.js';
import { LeaseQueue, SAMPLE_LEASE, type Claimed, type Lease } from '../../platform/queue/lease-queue.sql.js';
import type { TrackerKind } from './ticket-kinds.js';

const SETTINGS = {
  kind: text<TrackerKind>(),
  address: 'text',
  project: 'text',
  issueType: 'text?',
  email: 'text?',
  isCloud: 'bool',
} as const;

/** What a client of a tracker is made with, beside its token. */
export type TrackerSettings = RowOf<typeof SETTINGS>;

const settings = sql`kind, address, project, issue_type as "issueType", email, is_cloud as "isCloud"`;

const SHOWN = {
  id: 'uuid',
  name: 'text',
  ...SETTINGS,
  identity: 'text?',
  hasToken: 'bool!',
  failures: 'int4',
  lastError: 'text?',
  lastErrorAt: 'timestamptz?',
  readAt: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const;

/** A tracker without its secrets. */
export type TrackerRow = RowOf<typeof SHOWN>;

/** Trackers of a tenant, oldest first; one alone where `id` is given. */
export const trackers = statement({
  name: 'tickets.trackers',
  row: SHOWN,
  text: ({ tenantId, id }: { tenantId: string; id: string | null }) => sql`
    select id, name, ${settings}, identity, token is not null as "hasToken", failures, last_error as "lastError",
      last_error_at as "lastErrorAt", read_at as "readAt", created_at as "createdAt", updated_at as "updatedAt"
    from ticket_trackers
    where tenant_id = ${tenantId} and (${id}::uuid is null or id = ${id}::uuid) order by created_at, id`,
  samples: [{ tenantId: '', id: null }],
});

/** Settings of a tracker with its sealed token, for the work on its tickets. */
export const trackerOfTicket = statement({
  name: 'tickets.tracker_of_ticket',
  row: { ...SETTINGS, token: 'text?' },
  text: ({ tenantId, id }: { tenantId: string; id: string }) => sql`
    select ${settings}, token from ticket_trackers where tenant_id = ${tenantId} and id = ${id}`,
  samples: [{ tenantId: '', id: '' }],
});

/** A tracker with the sealed secret of its webhook. For the system scope: a message does not say whose it is. */
export const trackerOfHook = statement({
  name: 'tickets.tracker_of_hook',
  row: { id: 'uuid', tenantId: 'uuid', hookSecret: 'text' },
  text: ({ id }: { id: string }) => sql`
    select id, tenant_id as "tenantId", hook_secret as "hookSecret" from ticket_trackers where id = ${id}`,
  samples: [{ id: '' }],
});

/** Locks the trackers of a tenant until the end of the transaction. */
export const lockTrackers = statement({
  name: 'tickets.lock_trackers',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    select from pg_advisory_xact_lock(hashtextextended('ticket trackers ' || ${tenantId}::text, 0))`,
  samples: [{ tenantId: '' }],
});

/** Trackers as a lease queue: each claim is good for one look at what changed. */
export const trackerQueue = new LeaseQueue({
  name: 'ticket_trackers',
  hasOwner: false,
  leaseSeconds: 120,
  isWaiting: (now) => sql`lease_expires_at is null and next_at <= ${now}`,
  isLeased: sql`lease_expires_at is not null`,
  isClaimable: sql`token is not null`,
  row: {
    id: 'uuid',
    tenantId: 'uuid',
    ...SETTINGS,
    // Sealed.
    token: 'text!',
    failures: 'int4',
    readAt: 'timestamptz',
    leaseNumber: 'int4',
  },
  selectClaimed: () => sql`
    select id, tenant_id as "tenantId", ${settings}, token, failures, read_at as "readAt", lease_number as "leaseNumber"
    from claimed`,
});
export type ClaimedTracker = Claimed<typeof trackerQueue>;

/**
 * Trackers of every tenant that is not suspended whose changes are to be read: of each tenant the first few, in turns by tenant. For the
 * system scope.
 */
export const dueTrackers = statement({
  name: 'tickets.due_trackers',
  row: { id: 'uuid', tenantId: 'uuid' },
  text: ({ now, without, ...look }: DueLook) =>
    dueInTurns(
      sql`
        select k.id, k.tenant_id, k.next_at as since from ticket_trackers k
        where k.token is not null and ${trackerQueue.isDue(now)} and k.id <> all(${without}::uuid[])
          and not exists (select from tenants t where t.id = k.tenant_id and t.suspended_at is not null)`,
      look,
    ),
  samples: [SAMPLE_LOOK],
});

/** Lets the tickets of some keys be read, and ends the lease. Changes nothing where the lease is lost. */
export const changesRead = statement({
  name: 'tickets.changes_read',
  row: {},
  text: ({
    lease,
    keys,
    until,
    now,
    nextAt,
  }: {
    lease: Lease;
    keys: readonly string[];
    until: Date;
    now: Date;
    nextAt: Date;
  }) => sql`
    with read as (
      update ticket_trackers
      set read_at = ${until}, next_at = ${nextAt}, failures = 0, last_error = null, last_error_at = null, lease_expires_at = null
      where ${trackerQueue.isHeld(lease)} returning tenant_id, id
    )
    update tickets t set next_at = ${now} from read
    where t.tenant_id = read.tenant_id and t.tracker_id = read.id and t.key = any(${keys}::text[]) and t.status = 'linked'`,
  samples: [{ lease: SAMPLE_LEASE, keys: [], until: new Date(0), now: new Date(0), nextAt: new Date(0) }],
});

/** Records that a tracker failed, and when to ask it again. Changes nothing where the lease is lost. */
export const changesFailed = statement({
  name: 'tickets.changes_failed',
  row: {},
  text: ({ lease, error, at, nextAt }: { lease: Lease; error: string; at: Date; nextAt: Date }) => sql`
    update ticket_trackers
    set failures = failures + 1, last_error = ${error}, last_error_at = ${at}, next_at = ${nextAt}, lease_expires_at = null
    where ${trackerQueue.isHeld(lease)}`,
  samples: [{ lease: SAMPLE_LEASE, error: '', at: new Date(0), nextAt: new Date(0) }],
});
