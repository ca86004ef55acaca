import { ROLES, type Role } from '../../access/roles.js';
import type { Actor } from '../../access/actor.js';
import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Place of a role in the order of power, the highest first. */
const rankOf = (column: 'r.role') => sql`array_position(${[...ROLES]}::text[], ${sql.ref(column)})`;

/** Role that the groups of user `u` give: the highest, else the default of tenant `t`. */
const grantedRole = sql`coalesce((
  select (${[...ROLES]}::text[])[min(${rankOf('r.role')})]
  from scim_group_members m
  join scim_groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
  join group_roles r on r.tenant_id = g.tenant_id and r.group_key = g.group_key
  where m.tenant_id = u.tenant_id and m.user_id = u.id), t.default_role)`;

/** The role that the groups of one user give. */
export const roleOfGroups = statement({
  name: 'scim.role_of_groups',
  row: { role: 'text' },
  text: ({ tenantId, userId }: { tenantId: string; userId: string }) => sql`
    select ${grantedRole} as role
    from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.id = ${userId}`,
  samples: [{ tenantId: '', userId: '' }],
});

/**
 * Members whom a directory manages now and whose role is another one than their groups give, while any group stands for a
 * role; the oldest first. Not the admin who may use a password while single sign-on is enforced.
 */
export const misplacedRoles = statement({
  name: 'scim.misplaced_roles',
  row: { userId: 'uuid', before: 'text', after: 'text' },
  text: ({ tenantId, userIds }: { tenantId: string; userIds: readonly string[] | null }) => sql`
    select w.id as "userId", w.role as before, w.wanted as after
    from (
      select u.id, u.role, u.created_at, ${grantedRole} as wanted
      from users u
      join scim_users s on s.tenant_id = u.tenant_id and s.user_id = u.id
      join tenants t on t.id = u.tenant_id
      where u.tenant_id = ${tenantId} and u.removed_at is null
        and (${userIds}::uuid[] is null or u.id = any(${userIds}::uuid[]))
        and exists (select 1 from group_roles r where r.tenant_id = u.tenant_id)
        and exists (select from scim_tokens k
          where k.tenant_id = u.tenant_id and k.id = u.managed_by and k.revoked_at is null)
        and not exists (select from identity_connections c
          where c.tenant_id = u.tenant_id and c.is_enforced and c.break_glass_user_id = u.id)) w
    where w.wanted <> w.role
    order by w.created_at, w.id`,
  samples: [{ tenantId: '', userIds: [] }],
});

export interface RoleChange {
  userId: string;
  before: Role;
  after: Role;
}

/** Makes members whom a directory only found, but puts into a group, members that it has written and manages. */
export const linkMembers = statement({
  name: 'scim.link_members',
  row: {},
  text: ({
    tenantId,
    userIds,
    providerId,
    at,
  }: {
    tenantId: string;
    userIds: readonly string[];
    providerId: string | null;
    at: Date;
  }) => sql`
    with linked as (
      insert into scim_users (tenant_id, user_id, user_name, user_name_key, attributes, created_at, updated_at)
      select u.tenant_id, u.id, u.email, u.email_key, jsonb_build_object('displayName', u.name, 'formatted', u.name,
        'givenName', null, 'familyName', null, 'emails', jsonb_build_array(
          jsonb_build_object('value', u.email, 'type', 'work', 'primary', true))),
        ${at}::timestamptz, ${at}::timestamptz
      from users u where u.tenant_id = ${tenantId} and u.id = any(${userIds}::uuid[])
      on conflict do nothing returning user_id)
    update users u set managed_by = ${providerId}::uuid from linked
    where u.tenant_id = ${tenantId} and u.id = linked.user_id`,
  samples: [{ tenantId: '', userIds: [], providerId: null, at: new Date(0) }],
});

/** Number of admins who are not among these people. */
export const otherAdmins = statement({
  name: 'scim.other_admins',
  row: { count: 'int4' },
  text: ({ tenantId, userIds }: { tenantId: string; userIds: readonly string[] }) => sql`
    select count(*)::int as count from users
    where tenant_id = ${tenantId} and role = 'admin' and removed_at is null and id <> all(${userIds}::uuid[])`,
  samples: [{ tenantId: '', userIds: [] }],
});

interface RoleChanges {
  tenantId: string;
  actor: Actor;
  at: Date;
  changes: readonly RoleChange[];
}

/** The changes as `wanted`. */
function wantedRoles(changes: readonly RoleChange[]) {
  return sql`unnest(
    ${changes.map(({ userId }) => userId)}::uuid[], ${changes.map(({ before }) => before)}::text[],
    ${changes.map(({ after }) => after)}::text[]) as wanted (id, before, after)`;
}

/** Changes roles; `recordRoles` records it. */
export const changeRoles = statement({
  name: 'scim.change_roles',
  row: {},
  text: ({ tenantId, changes }: Pick<RoleChanges, 'tenantId' | 'changes'>) => sql`
    update users u set role = wanted.after from ${wantedRoles(changes)} where u.tenant_id = ${tenantId} and u.id = wanted.id`,
  samples: [{ tenantId: '', changes: [] }],
});

/** Records changes of roles. A statement of its own, without a table: beside one, a cluster would call the function on a worker. */
export const recordRoles = statement({
  name: 'scim.record_roles',
  row: { sequence: 'int8' },
  text: ({ tenantId, actor, at, changes }: RoleChanges) => sql`
    select record_audit(${tenantId}::uuid, ${at}::timestamptz, ${JSON.stringify(actor)}::jsonb, 'member.role_changed', 'member',
      id::text, jsonb_build_object('role', before), jsonb_build_object('role', after)) as sequence
    from ${wantedRoles(changes)}`,
  samples: [
    {
      tenantId: '',
      actor: { type: 'system', id: null, apiKeyId: null, address: null, requestId: null },
      at: new Date(0),
      changes: [],
    },
  ],
});
