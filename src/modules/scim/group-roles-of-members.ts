import { ROLES, type Role } from '../../access/roles.js';
import type { EntityManager } from '../../platform/database/database.js';
import type { ChangeAuthor } from '../audit/audit.js';
import { changeRoles, misplacedRoles, otherAdmins, recordRoles, type RoleChange } from './group-membership.sql.js';

/**
 * Gives members the role of their groups, after groups or the roles of groups have changed; nothing while no group stands
 * for a role. Four statements, however many members. One admin stays in any case: of admins who would all be demoted,
 * the one who has been there longest. In a transaction that has locked the tenant.
 * @param userIds null for every member whom a directory has written
 */
export async function applyGroupRoles(
  em: EntityManager,
  { tenantId, actor, at }: ChangeAuthor,
  userIds: readonly string[] | null,
): Promise<void> {
  if (userIds?.length === 0) return;
  const found = await misplacedRoles.all(em, { tenantId, userIds });
  const misplaced = found.map(({ userId, before, after }) => ({
    userId,
    before: storedRole(before),
    after: storedRole(after),
  }));
  const changes = await withoutLastAdmin(em, tenantId, misplaced);
  if (changes.length === 0) return;
  await changeRoles.run(em, { tenantId, changes });
  await recordRoles.run(em, { tenantId, actor, at, changes });
}

async function withoutLastAdmin(em: EntityManager, tenantId: string, changes: RoleChange[]): Promise<RoleChange[]> {
  const last = changes.find(({ before }) => before === 'admin');
  if (!last || changes.some(({ after }) => after === 'admin')) return changes;
  const demoted = changes.filter(({ before }) => before === 'admin').map(({ userId }) => userId);
  const { count } = await otherAdmins.only(em, { tenantId, userIds: demoted });
  return count > 0 ? changes : changes.filter((change) => change !== last);
}

/** A role as a statement by hand returns it. */
export function storedRole(text: string): Role {
  const role = ROLES.find((each) => each === text);
  if (!role) throw new Error('a stored role is unknown');
  return role;
}
