import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { row, rows, sql } from '../../platform/database/database.js';
import type { AuditEntryType } from './audit.type.js';

export interface AuditFilter {
  action?: string;
  resourceType?: string;
  resourceId?: string;
  actorId?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

/** The tenant's audit trail, newest first. */
export async function readAuditLog(
  { em, viewer }: RequestContext,
  filter: AuditFilter,
  request: PageRequest,
): Promise<Page<AuditEntryType>> {
  const [after] = request.after === null ? [null] : decodeCursor(request.after, ['integer']);
  const selected = sql`
    from audit_log a left join users u on u.tenant_id = a.tenant_id and u.id = a.actor_id
    where a.tenant_id = ${viewer.tenantId}
      and (${filter.action ?? null}::text is null or starts_with(a.action, ${filter.action ?? null}::text))
      and (${filter.resourceType ?? null}::text is null or a.resource_type = ${filter.resourceType ?? null}::text)
      and (${filter.resourceId ?? null}::text is null or a.resource_id = ${filter.resourceId ?? null}::text)
      and (${filter.actorId ?? null}::uuid is null or a.actor_id = ${filter.actorId ?? null}::uuid)
      and (${filter.from ?? null}::timestamptz is null or a.at >= ${filter.from ?? null}::timestamptz)
      and (${filter.to ?? null}::timestamptz is null or a.at < ${filter.to ?? null}::timestamptz)`;
  const found = await rows(
    em,
    sql<AuditEntryType>`
      select a.id, a.sequence::float8 as sequence, a.at, a.address, a.request_id as "requestId", a.action,
        a.resource_type as "resourceType", a.resource_id as "resourceId", a.before, a.after, a.hash,
        a.previous_hash as "previousHash",
        jsonb_build_object('type', a.actor_type, 'id', a.actor_id, 'name', u.name, 'apiKeyId', a.api_key_id) as actor
      ${selected} and (${after}::bigint is null or a.sequence < ${after}::bigint)
      order by a.sequence desc limit ${request.first + 1} offset ${request.offset}`,
  );
  return pageOf(found, request.first, {
    cursorOf: ({ sequence }) => encodeCursor(sequence),
    countAll: async () =>
      (await row(em, sql<{ count: number }>`select count(*)::int as count ${selected}`))?.count ?? 0,
  });
}

/** Whether the tenant has, or had, a user of this id. */
export async function isUser({ em, viewer }: RequestContext, id: string): Promise<boolean> {
  return (await row(em, sql`select 1 from users where tenant_id = ${viewer.tenantId} and id = ${id}`)) !== null;
}
