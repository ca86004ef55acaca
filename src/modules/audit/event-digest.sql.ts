import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { DIGESTED, type EventDigest } from './event-digest.rules.js';

/** Entries with digests of a tenant, as `d`. */
const digestsOf = (tenantId: string) =>
  sql`from audit_log d where d.tenant_id = ${tenantId} and d.action collate "C" = ${DIGESTED}`;

/** The newest digest of a tenant, of the entries before one. */
export const newestDigest = statement({
  name: 'event_digests.newest',
  row: { digest: json<EventDigest>('jsonb!') },
  text: ({ tenantId, before }: { tenantId: string; before: number | null }) => sql`
    select d.after as digest ${digestsOf(tenantId)} and (${before}::bigint is null or d.sequence < ${before}::bigint)
    order by d.sequence desc limit 1`,
  samples: [{ tenantId: '', before: null }],
});

/** Number of the last event of the newest digest of a tenant of which every event is older than a moment. */
export const digestBefore = statement({
  name: 'event_digests.before',
  row: { last: 'float8' },
  text: ({ tenantId, moment }: { tenantId: string; moment: Date }) => sql`
    select (d.after ->> 'last')::float8 as last ${digestsOf(tenantId)} and (d.after ->> 'to')::timestamptz < ${moment}
    order by d.sequence desc limit 1`,
  samples: [{ tenantId: '', moment: new Date(0) }],
});

/** Time of the first event of a tenant that no digest has. */
export const undigestedSince = statement({
  name: 'event_digests.undigested_since',
  row: { at: 'timestamptz' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select e.at from security_events e
    where e.tenant_id = ${tenantId} and e.sequence > coalesce(
      (select (d.after ->> 'last')::bigint ${digestsOf(tenantId)} order by d.sequence desc limit 1), 0)
    order by e.sequence limit 1`,
  samples: [{ tenantId: '' }],
});

/** Events of a tenant after a number, oldest first, with the texts that their digest is made of. */
export const storedEvents = statement({
  name: 'event_digests.stored_events',
  row: {
    tenantId: 'uuid',
    sequence: 'float8',
    id: 'uuid',
    at: 'text',
    moment: 'timestamptz',
    kind: 'text',
    outcome: 'text',
    count: 'int4',
    actorType: 'text',
    actorId: 'uuid?',
    apiKeyId: 'uuid?',
    sessionId: 'uuid?',
    userId: 'uuid?',
    address: 'text?',
    userAgent: 'text?',
    requestId: 'text?',
    resourceType: 'text?',
    resourceId: 'text?',
    details: 'text?',
  },
  text: ({ tenantId, after, limit }: { tenantId: string; after: number; limit: number }) => sql`
    select e.tenant_id as "tenantId", e.sequence::float8 as sequence, e.id,
      to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, e.at as moment, e.kind, e.outcome, e.count,
      e.actor_type as "actorType", e.actor_id as "actorId", e.api_key_id as "apiKeyId", e.session_id as "sessionId",
      e.user_id as "userId", e.address, e.user_agent as "userAgent", e.request_id as "requestId",
      e.resource_type as "resourceType", e.resource_id as "resourceId", e.details::text as details
    from security_events e
    where e.tenant_id = ${tenantId} and e.sequence > ${after}::bigint order by e.sequence limit ${limit}`,
  samples: [{ tenantId: '', after: 0, limit: 1 }],
});

/**
 * Deletes the oldest events of a tenant up to a number, at most `limit`; the newest of all stays, from which numbers go on.
 * Their number, and the number of the last one; null where there was none.
 */
export const deleteEventsThrough = statement({
  name: 'event_digests.delete_events_through',
  row: { count: 'int4', through: 'float8?' },
  text: ({ tenantId, last, limit }: { tenantId: string; last: number; limit: number }) => sql`
    with deleted as (
      delete from security_events where tenant_id = ${tenantId} and sequence in (
        select sequence from security_events where tenant_id = ${tenantId} and sequence <= ${last}::bigint
          and sequence < (select max(sequence) from security_events where tenant_id = ${tenantId})
        order by sequence limit ${limit})
      returning sequence)
    select count(*)::int as count, max(sequence)::float8 as through from deleted`,
  samples: [{ tenantId: '', last: 0, limit: 1 }],
});
