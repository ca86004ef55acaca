import { query, type EntityManager } from '../../platform/database/database.js';
import type { OwnedPasskey } from './passkey.read.js';
import type { PasskeyUse } from './passkey-verification.js';

/** Why a verified passkey is refused nevertheless: its counter did not rise, as with a copy, or it was removed meanwhile. */
export class PasskeyNotUsable extends Error {
  constructor(readonly why: 'counter' | 'removed') {
    super(`the passkey is not usable: ${why}`);
    this.name = 'PasskeyNotUsable';
  }
}

/**
 * Stores the use of a passkey, in the transaction of what it opens. A counter has to rise; authenticators that sync
 * their keys do not count, and always say 0 (Web Authentication, section 6.1.1).
 * @throws {PasskeyNotUsable}
 */
export async function recordUse(
  em: EntityManager,
  { id, tenantId }: Pick<OwnedPasskey, 'id' | 'tenantId'>,
  { signCount, isBackedUp, at }: PasskeyUse & { at: Date },
): Promise<void> {
  const count = String(signCount);
  const used = await query(em)
    .updateTable('passkeys')
    .set({ sign_count: count, is_backed_up: isBackedUp, last_used_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('sign_count', '<', count), eb.and([eb('sign_count', '=', '0'), eb.val(signCount === 0)])]))
    .executeTakeFirst();
  if (used.numUpdatedRows > 0n) return;
  const left = await query(em)
    .selectFrom('passkeys')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  throw new PasskeyNotUsable(left ? 'counter' : 'removed');
}

/** Removes all passkeys of a person. @returns how many there were */
export async function deletePasskeys(em: EntityManager, user: { id: string; tenantId: string }): Promise<number> {
  const { numDeletedRows } = await query(em)
    .deleteFrom('passkeys')
    .where('tenant_id', '=', user.tenantId)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
