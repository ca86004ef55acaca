import { sql } from '../../platform/database/database.js';
import { json, text, type RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { DestinationKind, DestinationSettings } from './destination-kinds.js';

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
