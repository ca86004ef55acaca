import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Role } from '../../access/roles.js';
import { recordChange, type ChangeAuthor } from '../audit/audit.js';
import { releaseServiceAccounts } from '../api-keys/leaving-member.js';
import { releaseAccount } from '../auth/account-registry.js';
import { endSessions } from '../auth/session-end.js';
import type { SecurityNotices } from '../notices/security-notices.js';
import { releaseWorkItems } from './owned-work-items.js';
import type { User } from './user.entity.js';

/** How a membership ends: an admin removes the member, or an identity provider deactivates them. */
export type MembershipEnd = 'member.removed' | 'member.deactivated';

/**
 * Ends a membership. From the next request the organization refuses all credentials of the person, their API keys are revoked, and
 * another admin is responsible for their service accounts, and nobody owns their work items; their actions stay under
 * their name. Their account goes with its last membership; others of it are as before. In a transaction that has locked the tenant; call `notices.wake` after it.
 * @throws {AppError} CONFLICT for the last admin
 */
export async function endMembership(
  author: ChangeAuthor,
  em: EntityManager,
  { member, action, notices }: { member: User; action: MembershipEnd; notices: SecurityNotices },
): Promise<void> {
  const { at, actor } = author;
  await refuseExempt(em, member);
  const otherAdmin = await anotherAdmin(em, member);
  if (member.role === 'admin') requireAdmin(otherAdmin);
  const accountId = accountIdOf(member);
  const none = { accountId: null, isProviderOnly: false, hasPassword: false, mfaEnabled: false, passkeyCount: 0 };
  Object.assign(member, { removedAt: at, credentialsChangedAt: at, ...none });
  await em.flush();
  await releaseAccount(em, { tenantId: member.tenantId, accountId });
  const before = { email: member.email, role: member.role };
  await recordChange(author, em, { action, resourceType: 'member', resourceId: member.id, before });
  await endSessions(author, em, { userId: member.id, reason: 'member_removed' });
  await releaseWorkItems(author, em, member);
  if (action === 'member.removed') await revokeDirectoryTokens(author, em, member);
  const remover = actor.type === 'user' && actor.id !== member.id ? actor.id : null;
  await releaseServiceAccounts(author, em, notices, { member, successorId: remover ?? requireAdmin(otherAdmin) });
}

/** Account of a current member. */
export function accountIdOf({ accountId }: User): string {
  if (accountId === null || accountId === undefined) throw new Error('a former member has no account');
  return accountId;
}

/**
 * Changes the role of a member from their next request; nothing where they have it. In a transaction that has locked
 * the tenant.
 * @throws {AppError} CONFLICT for the last admin
 */
export async function changeRole(author: ChangeAuthor, em: EntityManager, member: User, role: Role): Promise<void> {
  const { role: before } = member;
  if (before === role) return;
  await refuseExempt(em, member);
  if (before === 'admin') requireAdmin(await anotherAdmin(em, member));
  member.role = role;
  await em.flush();
  await recordChange(author, em, {
    action: 'member.role_changed',
    resourceType: 'member',
    resourceId: member.id,
    before: { role: before },
    after: { role },
  });
}

/**
 * Refuses to take the last way in from an organization that enforces single sign-on: the admin who may use a password
 * nevertheless. @throws {AppError} CONFLICT
 */
export async function refuseExempt(em: EntityManager, { id, tenantId }: User): Promise<void> {
  const exempt = await query(em)
    .selectFrom('identity_connections')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('is_enforced', '=', true)
    .where('break_glass_user_id', '=', id)
    .executeTakeFirst();
  if (exempt)
    throw new AppError(
      'CONFLICT',
      'this admin may use a password while single sign-on is enforced: choose another for that first',
    );
}

/** Revokes the tokens of directories that a removed member created, and may have copied. */
async function revokeDirectoryTokens(author: ChangeAuthor, em: EntityManager, { id, tenantId }: User): Promise<void> {
  const revoked = await query(em)
    .updateTable('scim_tokens')
    .set({ revoked_at: author.at })
    .where('tenant_id', '=', tenantId)
    .where('created_by', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id: resourceId } of revoked) {
    const after = { revokedAt: author.at, reason: 'member_removed' };
    const entry = { resourceType: 'scim_token', resourceId, before: { revokedAt: null }, after };
    await recordChange(author, em, { action: 'scim_token.revoked', ...entry });
  }
}

/** The admin who has been there longest, besides a member. @returns the id, or null for none */
async function anotherAdmin(em: EntityManager, { id, tenantId }: User): Promise<string | null> {
  const other = await query(em)
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'admin')
    .where('id', '<>', id)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return other?.id ?? null;
}

/** @throws {AppError} CONFLICT when no other admin would remain */
function requireAdmin(otherAdmin: string | null): string {
  if (otherAdmin === null) throw new AppError('CONFLICT', 'the last admin can be neither removed nor demoted');
  return otherAdmin;
}
