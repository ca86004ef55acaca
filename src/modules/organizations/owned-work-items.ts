import { query, type EntityManager } from '../../platform/database/database.js';
import { recordChange, type ChangeAuthor } from '../audit/audit.js';

/**
 * Leaves the work items of a member who goes, finished or not, to nobody. In the transaction that ends the membership; it
 * stands here since work items know members, and features do not import each other.
 */
export async function releaseWorkItems(
  author: ChangeAuthor,
  em: EntityManager,
  { id: ownerId, tenantId }: { id: string; tenantId: string },
): Promise<void> {
  const released = await query(em)
    .updateTable('work_items')
    .set({ owner_id: null, changed_at: author.at })
    .where('tenant_id', '=', tenantId)
    .where('owner_id', '=', ownerId)
    .returning('id')
    .execute();
  for (const { id: resourceId } of released) {
    const entry = { resourceType: 'work_item', resourceId, before: { ownerId }, after: { ownerId: null } };
    await recordChange(author, em, { action: 'work_item.changed', ...entry });
  }
}
