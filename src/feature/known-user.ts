import type { RequestContext } from '../context.js';
import { query } from '../platform/database/database.js';

/** Whether the caller's tenant has, or had, a user with this id. */
export async function isUser({ em, viewer }: RequestContext, id: string): Promise<boolean> {
  const user = await query(em)
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', viewer.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return user !== undefined;
}
