import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Actor } from '../../access/actor.js';
import type { AuditActor, AuditEntry } from './audit.js';
import type { AuditFilter } from './audit.read.js';

/** An entry with its position in a tenant's trail. */
export type PlacedEntry = AuditEntry & { tenantId: string; at: Date };

/** SQL call that writes an entry, for statements that change and record at once. */
export function auditCall(actor: Actor, entry: PlacedEntry) {
  const { tenantId, at, action, resourceType, resourceId, before = null, after = null } = entry;
  return sql`record_audit(${tenantId}::uuid, ${at}::timestamptz, ${JSON.stringify(actor)}::jsonb, ${action}::text,
    ${resourceType}::text, ${resourceId}::text, ${toJson(before)}::jsonb, ${toJson(after)}::jsonb)`;
}

function toJson(value: Record<string, unknown> | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Writes one entry. */
export const recordEntry = statement({
  name: 'audit.record_entry',
  row: { sequence: 'int8' },
  text: ({ actor, entry }: { actor: Actor; entry: PlacedEntry }) => sql`select ${auditCall(actor, entry)} as sequence`,
  samples: [
    {
      actor: { type: 'system', id: null, apiKeyId: null, address: null, requestId: null },
      entry: { tenantId: '', at: new Date(0), action: '', resourceType: '', resourceId: null },
    },
  ],
});

interface Selection {
  tenantId: string;
  filter: AuditFilter;
}

/** The entries that a filter selects, with their actor. */
function selected({ tenantId, filter }: Selection) {
  const { action = null, resourceType = null, resourceId = null, actorId = null, from = null, to = null } = filter;
  return sql`
    from audit_log a
    left join users u on u.tenant_id = a.tenant_id and u.id = a.actor_id
    left join identity_providers p on p.tenant_id = a.tenant_id and p.id = a.actor_id
    where a.tenant_id = ${tenantId}
      and (${action}::text is null or starts_with(a.action, ${action}::text))
      and (${resourceType}::text is null or a.resource_type = ${resourceType}::text)
      and (${resourceId}::text is null or a.resource_id = ${resourceId}::text)
      and (${actorId}::uuid is null or a.actor_id = ${actorId}::uuid)
      and (${from}::timestamptz is null or a.at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or a.at < ${to}::timestamptz)`;
}

/** One page of the trail, newest first. */
export const auditPage = statement({
  name: 'audit.page',
  row: {
    id: 'uuid',
    sequence: 'float8',
    at: 'timestamptz',
    address: 'text?',
    requestId: 'text?',
    action: 'text',
    resourceType: 'text',
    resourceId: 'text?',
    before: json<Record<string, unknown>>('jsonb?'),
    after: json<Record<string, unknown>>('jsonb?'),
    hash: 'text',
    previousHash: 'text',
    actor: json<AuditActor>(),
  },
  text: ({
    after,
    limit,
    offset,
    ...selection
  }: Selection & { after: number | null; limit: number; offset: number }) => sql`
    select a.id, a.sequence::float8 as sequence, a.at, a.address, a.request_id as "requestId", a.action,
      a.resource_type as "resourceType", a.resource_id as "resourceId", a.before, a.after, a.hash,
      a.previous_hash as "previousHash",
      jsonb_build_object('type', a.actor_type, 'id', a.actor_id, 'name', coalesce(u.name, p.name), 'apiKeyId', a.api_key_id) as actor
    ${selected(selection)} and (${after}::bigint is null or a.sequence < ${after}::bigint)
    order by a.sequence desc limit ${limit} offset ${offset}`,
  samples: [{ tenantId: '', filter: {}, after: null, limit: 1, offset: 0 }],
});

/** Number of the entries that a filter selects. */
export const auditCount = statement({
  name: 'audit.count',
  row: { count: 'int4' },
  text: (selection: Selection) => sql`select count(*)::int as count ${selected(selection)}`,
  samples: [{ tenantId: '', filter: {} }],
});
