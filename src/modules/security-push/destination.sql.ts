import { sql } from '../../platform/database/database.js';
import { json, text, type RowOf } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import { EVENT_COLUMNS, EVENT_ROW } from '../security-events/security-event.sql.js';
import type { DestinationKind, DestinationSettings } from './destination-kinds.js';

/** Time in which a batch is sent, with room for its timeout. Seconds. */
const LEASE_SECONDS = 60;

const SHOWN = {
  id: 'uuid',
  kind: text<DestinationKind>(),
  address: 'text',
  settings: json<DestinationSettings>(),
  hasCredentials: 'bool!',
  isPaused: 'bool',
  cursor: 'float8!',
  failures: 'int4',
  nextAttemptAt: 'timestamptz?',
  lastSuccessAt: 'timestamptz?',
  lastError: 'text?',
  lastErrorAt: 'timestamptz?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const;

/** A destination without its credentials. */
export type DestinationRow = RowOf<typeof SHOWN>;

const shown = sql`
  id, kind, address, settings, credentials is not null as "hasCredentials", is_paused as "isPaused",
  cursor_sequence::float8 as cursor, failures, next_attempt_at as "nextAttemptAt", last_success_at as "lastSuccessAt",
  last_error as "lastError", last_error_at as "lastErrorAt", created_at as "createdAt", updated_at as "updatedAt"`;

/** Destinations of a tenant, oldest first; one alone where `id` is given. */
export const destinations = statement({
  name: 'security_push.destinations',
  row: SHOWN,
  text: ({ tenantId, id }: { tenantId: string; id: string | null }) => sql`
    select ${shown} from security_event_destinations
    where tenant_id = ${tenantId} and (${id}::uuid is null or id = ${id}::uuid) order by created_at, id`,
  samples: [{ tenantId: '', id: null }],
});

/** Locks the destinations of a tenant until the end of the transaction. */
export const lockDestinations = statement({
  name: 'security_push.lock',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    select from pg_advisory_xact_lock(hashtextextended('security push ' || ${tenantId}::text, 0))`,
  samples: [{ tenantId: '' }],
});

/** Number of a tenant's newest event, 0 where there is none. */
export const newestEvent = statement({
  name: 'security_push.newest_event',
  row: { sequence: 'float8' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select coalesce(max(sequence), 0)::float8 as sequence from security_events where tenant_id = ${tenantId}`,
  samples: [{ tenantId: '' }],
});

const isDue = (now: Date) => sql`
  not is_paused and (kind = 'syslog' or credentials is not null)
  and (next_attempt_at is null or next_attempt_at <= ${now}) and (lease_expires_at is null or lease_expires_at <= now())`;

/** Destinations of every tenant that is not suspended that may be sent to. For the system scope. */
export const dueDestinations = statement({
  name: 'security_push.due',
  row: { id: 'uuid', tenantId: 'uuid' },
  text: ({ now }: { now: Date }) => sql`
    select id, tenant_id as "tenantId" from security_event_destinations d
    where ${isDue(now)} and not exists (
      select from tenants t where t.id = d.tenant_id and t.suspended_at is not null)
    order by next_attempt_at nulls first, id limit 500`,
  samples: [{ now: new Date(0) }],
});

/** Claims a destination for one batch, by a lease on the database's clock; none where there is nothing to send. */
export const claimDestination = statement({
  name: 'security_push.claim',
  row: {
    id: 'uuid',
    kind: text<DestinationKind>(),
    address: 'text',
    settings: json<DestinationSettings>(),
    credentials: 'text?',
    cursor: 'float8',
    failures: 'int4',
    leaseNumber: 'int4',
  },
  text: ({ tenantId, id, now }: { tenantId: string; id: string; now: Date }) => sql`
    update security_event_destinations d
    set lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS}), lease_number = lease_number + 1
    where tenant_id = ${tenantId} and id = ${id} and ${isDue(now)} and exists (
      select from security_events e where e.tenant_id = d.tenant_id and e.sequence > d.cursor_sequence)
    returning id, kind, address, settings, credentials, cursor_sequence::float8 as cursor, failures,
      lease_number as "leaseNumber"`,
  samples: [{ tenantId: '', id: '', now: new Date(0) }],
});

/** A destination under a lease, with its sealed credentials. */
export type ClaimedDestination = StatementRow<typeof claimDestination>;

/** The next events of a tenant after a number, in their order. */
export const eventsAfter = statement({
  name: 'security_push.events_after',
  row: EVENT_ROW,
  text: ({ tenantId, after, limit }: { tenantId: string; after: number; limit: number }) => sql`
    select ${EVENT_COLUMNS} from security_events where tenant_id = ${tenantId} and sequence > ${after}
    order by sequence limit ${limit}`,
  samples: [{ tenantId: '', after: 0, limit: 1 }],
});

interface Held {
  tenantId: string;
  id: string;
  leaseNumber: number;
}

/** Moves the cursor after a batch was sent, and ends the lease. Changes nothing where the lease is lost. */
export const sent = statement({
  name: 'security_push.sent',
  row: {},
  text: ({ tenantId, id, leaseNumber, cursor, at }: Held & { cursor: number; at: Date }) => sql`
    update security_event_destinations
    set cursor_sequence = ${cursor}, failures = 0, next_attempt_at = null, last_success_at = ${at}, lease_expires_at = null
    where tenant_id = ${tenantId} and id = ${id} and lease_number = ${leaseNumber}`,
  samples: [{ tenantId: '', id: '', leaseNumber: 1, cursor: 1, at: new Date(0) }],
});

/** Records a failure, and when to try again. Changes nothing where the lease is lost. */
export const failed = statement({
  name: 'security_push.failed',
  row: {},
  text: ({ tenantId, id, leaseNumber, error, at, nextAttemptAt }: Held & Failure) => sql`
    update security_event_destinations
    set failures = failures + 1, last_error = ${error}, last_error_at = ${at}, next_attempt_at = ${nextAttemptAt},
      lease_expires_at = null
    where tenant_id = ${tenantId} and id = ${id} and lease_number = ${leaseNumber}`,
  samples: [{ tenantId: '', id: '', leaseNumber: 1, error: '', at: new Date(0), nextAttemptAt: new Date(0) }],
});

interface Failure {
  error: string;
  at: Date;
  nextAttemptAt: Date;
}
