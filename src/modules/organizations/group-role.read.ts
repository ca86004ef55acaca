import { query, type EntityManager } from '../../platform/database/database.js';
import type { GroupRoleTable } from './group-role.rules.js';

/** The table of an organization, groups by name. */
export async function readGroupRoles(em: EntityManager, tenantId: string): Promise<GroupRoleTable> {
  const rows = await query(em)
    .selectFrom('tenants as t')
    .leftJoin('group_roles as g', 'g.tenant_id', 't.id')
    .select(['t.default_role as defaultRole', 'g.group_name as group', 'g.role'])
    .where('t.id', '=', tenantId)
    .orderBy('g.group_key')
    .execute();
  const groups = rows.flatMap(({ group, role }) => (group === null || role === null ? [] : [{ group, role }]));
  return { defaultRole: rows[0]?.defaultRole ?? 'member', groups };
}

/** Whether an organization has given roles to groups: only then they decide the roles of managed members. */
export async function decidesRoles(em: EntityManager, tenantId: string): Promise<boolean> {
  const found = await query(em)
    .selectFrom('group_roles')
    .select('role')
    .where('tenant_id', '=', tenantId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
