import { query, type EntityManager } from '../../platform/database/database.js';
import { recordChange, type ChangeAuthor } from '../audit/audit.js';
import { revokeKeys } from '../auth/key-revocation.js';
import type { SecurityNotices } from '../notices/security-notices.js';

export interface Departure {
  member: { id: string; name: string };
  /** Who becomes responsible for their service accounts. */
  successorId: string;
}

/**
 * Leaves no power behind with a member who is removed: the keys that they created, and may have copied, are revoked; the
 * successor becomes responsible for their service accounts, and is notified with the admins. In the transaction of the removal.
 */
export async function releaseServiceAccounts(
  author: ChangeAuthor,
  em: EntityManager,
  notices: SecurityNotices,
  { member, successorId }: Departure,
): Promise<void> {
  const moved = await query(em)
    .updateTable('service_accounts')
    .set({ responsible_id: successorId, default_of: null })
    .where('tenant_id', '=', author.tenantId)
    .where('responsible_id', '=', member.id)
    .where('disabled_at', 'is', null)
    .returning(['id', 'name'])
    .execute();
  for (const { id } of moved) {
    const [before, after] = [{ responsibleId: member.id }, { responsibleId: successorId }];
    const action = 'service_account.responsible_changed';
    await recordChange(author, em, { action, resourceType: 'service_account', resourceId: id, before, after });
  }
  const revoked = await revokeKeys(author, em, { userId: member.id });
  if (moved.length === 0 && revoked === 0) return;
  const facts = { person: member.name, accounts: moved.map(({ name }) => name), revoked };
  await notices.add(author, em, { kind: 'service_accounts.moved', userId: successorId, facts });
}
