import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { SecurityEventKind } from './security-event-kinds.js';
import type { RecordedEvent, SecurityEventFilter } from './security-event.js';

/** Writes events of one tenant, in their order. @returns the number of the last one */
export const recordEvents = statement({
  name: 'security_events.record',
  row: { sequence: 'int8' },
  text: ({ tenantId, events }: { tenantId: string; events: readonly RecordedEvent[] }) =>
    sql`select record_security_events(${tenantId}::uuid, ${JSON.stringify(events)}::jsonb) as sequence`,
  samples: [{ tenantId: '', events: [] }],
});

/** Columns of an event as clients read it. */
export const EVENT_ROW = {
  id: 'uuid',
  sequence: 'float8',
  at: 'timestamptz',
  kind: text<SecurityEventKind>(),
  outcome: text<'success' | 'failure'>(),
  count: 'int4',
  actorType: text<RecordedEvent['actorType']>(),
  actorId: 'uuid?',
  apiKeyId: 'uuid?',
  sessionId: 'uuid?',
  userId: 'uuid?',
  address: 'text?',
  userAgent: 'text?',
  requestId: 'text?',
  resourceType: 'text?',
  resourceId: 'text?',
  details: json<Record<string, unknown>>('jsonb?'),
} as const;

/** SQL of `EVENT_ROW`. */
export const EVENT_COLUMNS = sql`id, sequence::float8 as sequence, at, kind, outcome, count, actor_type as "actorType",
  actor_id as "actorId", api_key_id as "apiKeyId", session_id as "sessionId", user_id as "userId", address,
  user_agent as "userAgent", request_id as "requestId", resource_type as "resourceType", resource_id as "resourceId",
  details`;

interface Selection {
  tenantId: string;
  filter: SecurityEventFilter;
}

/** The events that a filter selects. */
function selected({ tenantId, filter }: Selection) {
  const { kind = null, outcome = null, userId = null, address = null, from = null, to = null } = filter;
  return sql`
    from security_events e where e.tenant_id = ${tenantId}
      and (${kind}::text is null or starts_with(kind, ${kind}::text))
      and (${outcome}::text is null or outcome = ${outcome}::text)
      and (${userId}::uuid is null or user_id = ${userId}::uuid)
      and (${address}::text is null or address = ${address}::text)
      and (${from}::timestamptz is null or at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or at < ${to}::timestamptz)`;
}

/** One page of a tenant's events, newest first. */
export const eventPage = statement({
  name: 'security_events.page',
  row: EVENT_ROW,
  text: ({
    after,
    limit,
    offset,
    ...selection
  }: Selection & { after: number | null; limit: number; offset: number }) => sql`
    select ${EVENT_COLUMNS} ${selected(selection)} and (${after}::bigint is null or e.sequence < ${after}::bigint)
    order by e.sequence desc limit ${limit} offset ${offset}`,
  samples: [{ tenantId: '', filter: {}, after: null, limit: 1, offset: 0 }],
});

/** Number of the events that a filter selects. */
export const eventCount = statement({
  name: 'security_events.count',
  row: { count: 'int4' },
  text: (selection: Selection) => sql`select count(*)::int as count ${selected(selection)}`,
  samples: [{ tenantId: '', filter: {} }],
});

/** Limit of the addresses that are remembered of one key or token: beyond it, its addresses change too often to be news. */
const ADDRESSES_OF_KEY_MAX = 200;

/** Remembers an address from which a key is used. One row is written when it is new, none otherwise. */
export const addKeyAddress = statement({
  name: 'api_key_addresses.add',
  row: {},
  text: ({ tenantId, apiKeyId, address, at }: { tenantId: string; apiKeyId: string; address: string; at: Date }) => sql`
    insert into api_key_addresses (tenant_id, api_key_id, address, first_used_at)
    select ${tenantId}, ${apiKeyId}, ${address}, ${at}
    where (select count(*) from api_key_addresses where tenant_id = ${tenantId} and api_key_id = ${apiKeyId})
      < ${ADDRESSES_OF_KEY_MAX}
    on conflict do nothing`,
  samples: [{ tenantId: '', apiKeyId: '', address: '', at: new Date(0) }],
});

/** Remembers an address from which a token of SCIM is used. One row is written when it is new, none otherwise. */
export const addScimTokenAddress = statement({
  name: 'scim_token_addresses.add',
  row: {},
  text: ({
    tenantId,
    scimTokenId,
    address,
    at,
  }: {
    tenantId: string;
    scimTokenId: string;
    address: string;
    at: Date;
  }) => sql`
    insert into scim_token_addresses (tenant_id, scim_token_id, address, first_used_at)
    select ${tenantId}, ${scimTokenId}, ${address}, ${at}
    where (select count(*) from scim_token_addresses where tenant_id = ${tenantId} and scim_token_id = ${scimTokenId})
      < ${ADDRESSES_OF_KEY_MAX}
    on conflict do nothing`,
  samples: [{ tenantId: '', scimTokenId: '', address: '', at: new Date(0) }],
});
