import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { dueInTurns, SAMPLE_LOOK, type DueLook } from '../../platform/jobs/due-in-turns.sql.js';
import { statement } from '../../platform/database/statement.js';
import { LeaseQueue, SAMPLE_LEASE, type Claimed, type Lease } from '../../platform/queue/lease-queue.sql.js';
import { EVENT_COLUMNS, EVENT_ROW } from '../security-events/security-event.sql.js';
import type { DestinationKind, DestinationSettings } from './destination-kinds.js';

/** Time in which a batch is sent, with room for its timeout. */
const LEASE_SECONDS = 60;

/** Destinations that one look finds. */
const DUE_AT_ONCE = 500;

/** Whether a destination may be sent to: not one that is paused or waits for its new secret. */
const isOpen = sql`not is_paused and (kind = 'syslog' or credentials is not null)`;

/**
 * Destinations as a lease queue, of which each claim is good for one batch: due are those with events beyond their cursor,
 * once the time of their next attempt has come on the service's clock.
 */
export const destinationQueue = new LeaseQueue({
  name: 'security_event_destinations',
  hasOwner: false,
  leaseSeconds: LEASE_SECONDS,
  isWaiting: (now) => sql`lease_expires_at is null and (next_attempt_at is null or next_attempt_at <= ${now})`,
  isLeased: sql`lease_expires_at is not null`,
  isClaimable: sql`${isOpen} and exists (
    select from security_events e
    where e.tenant_id = security_event_destinations.tenant_id and e.sequence > cursor_sequence)`,
  row: {
    id: 'uuid',
    tenantId: 'uuid',
    kind: text<DestinationKind>(),
    address: 'text',
    settings: json<DestinationSettings>(),
    // Sealed.
    credentials: 'text?',
    cursor: 'float8',
    failures: 'int4',
    leaseNumber: 'int4',
  },
  selectClaimed: () => sql`
    select id, tenant_id as "tenantId", kind, address, settings, credentials, cursor_sequence::float8 as cursor, failures,
      lease_number as "leaseNumber"
    from claimed`,
});

/** A destination under a lease of this process, with its sealed credentials. */
export type ClaimedDestination = Claimed<typeof destinationQueue>;

/**
 * Destinations of every tenant that is not suspended that may be sent to; only a claim sees whether there are events for one. Of each
 * tenant the first few, in turns by tenant, what has had no success for longest first. For the system scope.
 */
export const dueDestinations = statement({
  name: 'security_push.due',
  row: { id: 'uuid', tenantId: 'uuid' },
  text: ({ now, ofTenant, without }: Omit<DueLook, 'limit'>) =>
    dueInTurns(
      sql`
        select d.id, d.tenant_id, coalesce(d.last_success_at, d.created_at) as since from security_event_destinations d
        where ${isOpen} and ${destinationQueue.isDue(now)} and d.id <> all(${without}::uuid[])
          and not exists (select from tenants t where t.id = d.tenant_id and t.suspended_at is not null)`,
      { ofTenant, limit: DUE_AT_ONCE },
    ),
  samples: [SAMPLE_LOOK],
});

/** The next events of a tenant after a number, in their order. */
export const eventsAfter = statement({
  name: 'security_push.events_after',
  row: EVENT_ROW,
  text: ({ tenantId, after, limit }: { tenantId: string; after: number; limit: number }) => sql`
    select ${EVENT_COLUMNS} from security_events e where e.tenant_id = ${tenantId} and e.sequence > ${after}
    order by e.sequence limit ${limit}`,
  samples: [{ tenantId: '', after: 0, limit: 1 }],
});

/** Moves the cursor after a batch was sent, and ends the lease. Changes nothing where the lease is lost. */
export const sent = statement({
  name: 'security_push.sent',
  row: {},
  text: ({ lease, cursor, at }: { lease: Lease; cursor: number; at: Date }) => sql`
    update security_event_destinations
    set cursor_sequence = ${cursor}, failures = 0, next_attempt_at = null, last_success_at = ${at}, lease_expires_at = null
    where ${destinationQueue.isHeld(lease)}`,
  samples: [{ lease: SAMPLE_LEASE, cursor: 1, at: new Date(0) }],
});

/** Records a failure, and when to try again. Changes nothing where the lease is lost. */
export const failed = statement({
  name: 'security_push.failed',
  row: {},
  text: ({ lease, error, at, nextAttemptAt }: { lease: Lease; error: string; at: Date; nextAttemptAt: Date }) => sql`
    update security_event_destinations
    set failures = failures + 1, last_error = ${error}, last_error_at = ${at}, next_attempt_at = ${nextAttemptAt},
      lease_expires_at = null
    where ${destinationQueue.isHeld(lease)}`,
  samples: [{ lease: SAMPLE_LEASE, error: '', at: new Date(0), nextAttemptAt: new Date(0) }],
});
