import { query, type EntityManager } from '../../platform/database/database.js';
import { withinAccount, type AccountOfMember } from '../auth/account-scope.js';
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
 * @param account the member whom it lets in
 * @throws {PasskeyNotUsable}
 */
export async function recordUse(
  em: EntityManager,
  { account, passkey }: { account: AccountOfMember; passkey: OwnedPasskey },
  use: PasskeyUse & { at: Date },
): Promise<void> {
  await withinAccount(em, account, () => raiseCount(em, passkey, use));
}

async function raiseCount(
  em: EntityManager,
  { id, accountId }: OwnedPasskey,
  { signCount, isBackedUp, at }: PasskeyUse & { at: Date },
): Promise<void> {
  const count = String(signCount);
  const used = await query(em)
    .updateTable('passkeys')
    .set({ sign_count: count, is_backed_up: isBackedUp, last_used_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('sign_count', '<', count), eb.and([eb('sign_count', '=', '0'), eb.val(signCount === 0)])]))
    .executeTakeFirst();
  if (used.numUpdatedRows > 0n) return;
  const left = await query(em).selectFrom('passkeys').select('id').where('id', '=', id).executeTakeFirst();
  throw new PasskeyNotUsable(left ? 'counter' : 'removed');
}

/** Removes all passkeys of the account of a member. @returns how many there were */
export function deletePasskeys(em: EntityManager, account: AccountOfMember): Promise<number> {
  return withinAccount(em, account, async () => {
    const { numDeletedRows } = await query(em)
      .deleteFrom('passkeys')
      .where('account_id', '=', account.accountId)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
