import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { authorOf, recordAudit, type ChangeAuthor } from '../audit/audit.js';
import { readGroupRoles } from './group-role.read.js';
import { groupKey, type GroupRoleTable } from './group-role.rules.js';
import { lockTenant } from './tenant-lock.js';

/** Applies a changed table to the members whose groups are known, in the transaction of the change. */
export type GroupRolesListener = (em: EntityManager, author: ChangeAuthor) => Promise<void>;

/** The roles that groups of identity providers stand for. */
export class GroupRoleService {
  private readonly listeners: GroupRolesListener[] = [];

  /** Calls `listener` after each change, for features that store groups. */
  onChanged(listener: GroupRolesListener): void {
    this.listeners.push(listener);
  }

  /**
   * Replaces the table. Members whose groups are known have their new role from the next request on; others from their
   * next sign-on.
   * @throws {AppError} VALIDATION_FAILED for a group that is named twice; PRECONDITION_FAILED
   */
  async set(ctx: RequestContext, { defaultRole, groups }: GroupRoleTable): Promise<void> {
    const keys = groups.map(({ group }) => groupKey(group));
    const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
    if (twice >= 0) throw AppError.invalid(`/groups/${twice}/group`, 'is given twice');
    const wanted = groups
      .map(({ group, role }) => ({ group: group.trim(), role }))
      .toSorted((a, b) => (groupKey(a.group) < groupKey(b.group) ? -1 : 1));
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const tenant = await lockTenant(em, tenantId);
      await ctx.requireMatch(em);
      const before = await readGroupRoles(em, tenantId);
      if (JSON.stringify(before) === JSON.stringify({ defaultRole, groups: wanted })) return;
      tenant.defaultRole = defaultRole;
      await em.flush();
      await query(em).deleteFrom('group_roles').where('tenant_id', '=', tenantId).execute();
      const rows = wanted.map(({ group, role }) => ({
        tenant_id: tenantId,
        group_key: groupKey(group),
        group_name: group,
        role,
      }));
      if (rows.length > 0) await query(em).insertInto('group_roles').values(rows).execute();
      await recordAudit(ctx, em, {
        action: 'organization.group_roles_changed',
        resourceType: 'organization',
        resourceId: tenantId,
        before: audited(before),
        after: audited({ defaultRole, groups: wanted }),
      });
      for (const listener of this.listeners) await listener(em, authorOf(ctx));
    });
  }
}

function audited({ defaultRole, groups }: GroupRoleTable) {
  return { default_role: defaultRole, groups: Object.fromEntries(groups.map(({ group, role }) => [group, role])) };
}
