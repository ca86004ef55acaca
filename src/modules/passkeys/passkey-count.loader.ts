import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';

/** Loader for `ctx.once`: number of passkeys of a member, in one statement per batch. */
export function passkeyCountLoader({ em, viewer }: RequestContext): DataLoader<string, number> {
  return new DataLoader(async (userIds) => {
    const found = await query(em)
      .selectFrom('users')
      .select(['id', 'passkey_count as count'])
      .where('tenant_id', '=', viewer.tenantId)
      .where('id', 'in', [...userIds])
      .execute();
    const byUser = new Map(found.map(({ id, count }) => [id, count]));
    return userIds.map((id) => byUser.get(id) ?? 0);
  });
}
