import { query, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { lockTenant } from '../organizations/tenant-lock.js';

/**
 * Checks that everybody is a member, and stays one until the transaction ends. Call it first: it locks the tenant.
 * @throws {AppError} NOT_FOUND
 */
export async function checkMembers(em: EntityManager, tenantId: string, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return;
  await lockTenant(em, tenantId);
  const found = await query(em)
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...wanted])
    .where('removed_at', 'is', null)
    .execute();
  if (found.length !== wanted.size) throw notFound();
}
