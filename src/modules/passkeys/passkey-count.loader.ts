import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';

/** Loader for `ctx.once`: number of passkeys of a member, in one statement per batch. */
export function passkeyCountLoader({ em, viewer }: RequestContext): DataLoader<string, number> {
  return new DataLoader(async (userIds) => {
    const found = await query(em)
      .selectFrom('passkeys')
      .select((eb) => ['user_id as userId', eb.fn.countAll<string>().as('count')])
      .where('tenant_id', '=', viewer.tenantId)
      .where('user_id', 'in', [...userIds])
      .groupBy('user_id')
      .execute();
    const byUser = new Map(found.map(({ userId, count }) => [userId, Number(count)]));
    return userIds.map((id) => byUser.get(id) ?? 0);
  });
}
