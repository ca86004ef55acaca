import type { RequestContext } from '../../context.js';
import { DAY } from '../../platform/clock.js';
import { row, rows, sql } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { ApiKeyType } from './api-key.type.js';

/** How long a key that has ended is still listed. */
const LISTED_AFTER_END_MS = 90 * DAY;

/** Keys that the caller may see, their own or for an admin everyone's, the newest first. */
export function readApiKeys(ctx: RequestContext): Promise<ApiKeyType[]> {
  const since = new Date(ctx.clock.now().getTime() - LISTED_AFTER_END_MS);
  return rows(
    ctx.em,
    sql<ApiKeyType>`
      ${visibleKeys(ctx)} and least(k.expires_at, coalesce(k.revoked_at, k.expires_at)) > ${since}
      order by k.created_at desc, k.id`,
  );
}

/** One of them. @throws {AppError} NOT_FOUND for an unknown one, another's or another tenant's alike */
export async function readApiKey(ctx: RequestContext, id: string): Promise<ApiKeyType> {
  const found = await row(ctx.em, sql<ApiKeyType>`${visibleKeys(ctx)} and k.id = ${id}`);
  if (!found) throw notFound();
  return found;
}

function visibleKeys({ viewer, clock }: RequestContext) {
  return sql`
    select k.id, k.name, 'svc_' || k.key_id as prefix, k.created_at as "createdAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt",
      jsonb_build_object('id', u.id, 'name', u.name) as "createdBy",
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= ${clock.now()} then 'expired'
        else 'active' end as status
    from api_keys k join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
    where k.tenant_id = ${viewer.tenantId} and (${viewer.role === 'admin'} or k.user_id = ${viewer.userId})`;
}
