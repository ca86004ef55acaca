import { query, type EntityManager } from '../../platform/database/database.js';
import { recordChange, type ChangeAuthor } from '../audit/audit.js';

/** Keys: one, those of a service account, or those that a person created. */
export type KeysOf = { id: string } | { serviceAccountId: string } | { userId: string };

/**
 * Revokes keys in force, from the next request on, each with an entry in the audit trail. The one place where API keys are
 * revoked.
 * @param reason the change that they are revoked with. @default none: they are revoked by themselves
 * @returns their number
 */
export async function revokeKeys(
  author: ChangeAuthor,
  em: EntityManager,
  keys: KeysOf,
  reason?: string,
): Promise<number> {
  const { tenantId, at } = author;
  const [column, value] = columnOf(keys);
  const revoked = await query(em)
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('tenant_id', '=', tenantId)
    .where(column, '=', value)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['id', 'name', 'user_id as userId'])
    .execute();
  for (const { id, name, userId } of revoked) {
    const after = { name, revokedAt: at, ...(reason === undefined ? {} : { reason }) };
    const entry = { action: 'api_key.revoked' as const, resourceType: 'api_key', resourceId: id, concerns: userId };
    await recordChange(author, em, { ...entry, before: { revokedAt: null }, after });
  }
  return revoked.length;
}

function columnOf(keys: KeysOf) {
  if ('id' in keys) return ['id', keys.id] as const;
  if ('userId' in keys) return ['user_id', keys.userId] as const;
  return ['service_account_id', keys.serviceAccountId] as const;
}
