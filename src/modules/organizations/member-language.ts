import type { RequestContext } from '../../context.js';
import type { Language } from '../../messages/language.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { crossing } from '../../platform/database/transaction-scope.js';
import { openedBy } from '../auth/account-registry.js';
import { withinAccount } from '../auth/account-scope.js';
import { accountIdOf } from './membership.js';
import type { User } from './user.entity.js';

/**
 * Sets the language of the caller: of their account, and of every membership that it opens. Where an identity provider has proved who they
 * are, of the membership alone: what a provider says holds in its organization. The account goes first, so that two changes of it wait for
 * each other.
 */
export async function setLanguage(
  ctx: RequestContext,
  em: EntityManager,
  { member, language }: { member: User; language: Language },
): Promise<void> {
  const { tenantId } = member;
  if (member.isProviderOnly || ctx.viewer.authenticatedBy !== 'account') {
    await setInMembership(em, member, language);
    return;
  }
  const account = { tenantId, accountId: accountIdOf(member) };
  const memberships = await withinAccount(em, account, async () => {
    await query(em).updateTable('accounts').set({ language }).where('id', '=', account.accountId).execute();
    return openedBy(em, account);
  });
  for (const each of memberships) {
    await crossing(em, { from: { tenantId }, to: { tenantId: each.tenantId } }, () =>
      setInMembership(em, each, language),
    );
  }
}

async function setInMembership(
  em: EntityManager,
  { id, tenantId }: Pick<User, 'id' | 'tenantId'>,
  language: Language,
): Promise<void> {
  await query(em)
    .updateTable('users')
    .set({ language })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
