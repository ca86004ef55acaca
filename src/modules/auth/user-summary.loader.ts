import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import type { UserSummaryType } from './user-summary.type.js';

/** For `ctx.once`: id and name of users of the tenant, in one statement for all of a batch; null where there is none. */
export function userSummaryLoader({ em, viewer }: RequestContext): DataLoader<string, UserSummaryType | null> {
  return new DataLoader(async (ids) => {
    const found = await query(em)
      .selectFrom('users')
      .select(['id', 'name'])
      .where('tenant_id', '=', viewer.tenantId)
      .where('id', 'in', [...ids])
      .execute();
    const byId = new Map(found.map((user) => [user.id, user]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}
