import { hasWord, listCount } from '../../feature/list-count.sql.js';
import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Actor } from '../../access/actor.js';
import type { AuditActor, AuditEntry } from './audit.js';
import type { AuditFilter } from './audit.read.js';
import { auditSubject } from './audit-subject.sql.js';

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
      entry: { tenantId: '', at: new Date(0), action: 'organization.created', resourceType: '', resourceId: null },
    },
  ],
});

interface Selection {
  tenantId: string;
  filter: AuditFilter;
}

/** The entries that a filter selects. */
function selected({ tenantId, filter }: Selection) {
  const { action = null, resourceType = null, resourceId = null, actorId = null, from = null, to = null } = filter;
  return sql`
    from audit_log a
    where a.tenant_id = ${tenantId}
      and (${action}::text is null or starts_with(a.action collate "C", ${action}::text))
      and (${resourceType}::text is null or a.resource_type = ${resourceType}::text)
      and (${resourceId}::text is null or a.resource_id = ${resourceId}::text)
      and (${actorId}::uuid is null or a.actor_id = ${actorId}::uuid)
      and (${from}::timestamptz is null or a.at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or a.at < ${to}::timestamptz)`;
}

interface PageParams extends Selection {
  /** Sequence number of the entry before the page. */
  after: number | null;
  limit: number;
  offset: number;
}

/**
 * The page's entries as `a`. Where some are skipped, their sequence numbers first: what is skipped is then read in an index alone.
 */
function entriesOfPage(params: PageParams) {
  if (params.offset === 0) return sql`(${placesOfPage(params, sql`a.*`)}) a`;
  return sql`(${placesOfPage(params, sql`a.sequence`)}) place
    join audit_log a on a.tenant_id = ${params.tenantId} and a.sequence = place.sequence`;
}

/** Columns of the page's entries: of an action alone, those of each action that begins so, merged. */
function placesOfPage({ after, limit, offset, ...selection }: PageParams, columns: ReturnType<typeof sql>) {
  const { tenantId, filter } = selection;
  const { action, resourceType, resourceId, actorId } = filter;
  const rest = sql`and (${after}::bigint is null or a.sequence < ${after}::bigint)`;
  const ordered = (rows: string) => sql`order by ${sql.ref(`${rows}.sequence`)} desc limit ${limit} offset ${offset}`;
  if (action === undefined || resourceType !== undefined || resourceId !== undefined || actorId !== undefined) {
    return sql`select ${columns} ${selected(selection)} ${rest} ${ordered('a')}`;
  }
  const next = (than: ReturnType<typeof sql>) => sql`(
    select action collate "C" from audit_log where tenant_id = ${tenantId} and action collate "C" ${than}
    order by action collate "C" limit 1)`;
  return sql`
    with recursive actions as (
      select ${next(sql`>= ${action}::text`)} as name
      union all
      select ${next(sql`> actions.name`)} from actions where starts_with(actions.name, ${action}::text)
    )
    select of_action.* from actions
    cross join lateral (
      select ${columns} ${selected(selection)} and a.action collate "C" = actions.name ${rest}
      order by a.sequence desc limit ${limit}::int + ${offset}::int
    ) of_action
    ${ordered('of_action')}`;
}

/** One page of the trail, newest first. */
export const auditPage = statement({
  name: 'audit.page',
  mayBeStale: true,
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
    subject: 'text?',
  },
  text: (params: PageParams) => sql`
    select a.id, a.sequence::float8 as sequence, a.at, a.address, a.request_id as "requestId", a.action,
      a.resource_type as "resourceType", a.resource_id as "resourceId", a.before, a.after, a.hash,
      a.previous_hash as "previousHash",
      jsonb_build_object('type', a.actor_type, 'id', a.actor_id, 'name', coalesce(u.name, p.name, l.label), 'apiKeyId', a.api_key_id) as actor,
      ${auditSubject()} as subject
    from ${entriesOfPage(params)}
    left join users u on u.tenant_id = a.tenant_id and u.id = a.actor_id
    left join identity_providers p on p.tenant_id = a.tenant_id and p.id = a.actor_id
    left join auditor_links l on l.tenant_id = a.tenant_id and l.id = a.actor_id
    order by a.sequence desc`,
  samples: [
    { tenantId: '', filter: {}, after: null, limit: 1, offset: 0 },
    { tenantId: '', filter: { action: '' }, after: null, limit: 1, offset: 1 },
  ],
});

/**
 * Number of the entries that a filter selects: by action, resource type and actor it is added up from what is counted where entries are
 * written; of all entries it is the number of the last, as the trail has no gap and loses none.
 */
export const auditCount = statement({
  name: 'audit.count',
  mayBeStale: true,
  row: { count: 'int4!' },
  text: (selection: Selection) => {
    const { action, resourceType, resourceId, actorId, from, to } = selection.filter;
    if ([resourceId, from, to].some((value) => value !== undefined)) {
      return sql`select count(*)::int as count ${selected(selection)}`;
    }
    if (action === undefined && resourceType === undefined && actorId === undefined) {
      return sql`select coalesce(max(sequence), 0)::int as count from audit_log where tenant_id = ${selection.tenantId}`;
    }
    const beginsSo = action === undefined ? sql`true` : sql`starts_with(split_part(l.subset, ' ', 1), ${action}::text)`;
    const [ofType, ofActor] = [hasWord(2, resourceType ?? null), hasWord(3, actorId?.toLowerCase() ?? null)];
    return sql`select ${listCount(selection.tenantId, 'audit_log', sql`${beginsSo} and ${ofType} and ${ofActor}`)} as count`;
  },
  samples: [
    { tenantId: '', filter: {} },
    { tenantId: '', filter: { action: '', resourceType: '', actorId: '' } },
    { tenantId: '', filter: { resourceId: '' } },
  ],
});
