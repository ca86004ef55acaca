import { isUuid } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { groupKey } from '../organizations/group-role.rules.js';
import type { Comparison } from './scim-filter.rules.js';
import type { ScimPage } from './scim-user.read.js';

/** A group of a directory. */
export interface ScimGroup {
  id: string;
  displayName: string;
  externalId: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** By name; null where they were not asked for. */
  members: ScimMember[] | null;
}

export interface ScimMember {
  id: string;
  name: string;
}

/** Attribute paths by which groups are found. */
export const GROUP_PATHS = ['id', 'displayname', 'externalid', 'members.value', 'members'];

export interface GroupSelection {
  comparisons: readonly Comparison[];
  page: ScimPage;
  withMembers: boolean;
}

/** A page of groups, by name. Two statements, three with members. */
export async function readGroups(
  em: EntityManager,
  tenantId: string,
  { comparisons, page, withMembers }: GroupSelection,
): Promise<{ total: number; groups: ScimGroup[] }> {
  const found = comparisons.reduce(restricted, groups(em, tenantId));
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('total'))
    .executeTakeFirstOrThrow();
  if (page.count === 0 || total < page.startIndex) return { total, groups: [] };
  const rows = await found
    .orderBy('g.group_key')
    .limit(page.count)
    .offset(page.startIndex - 1)
    .execute();
  if (!withMembers) return { total, groups: rows.map((row) => ({ ...row, members: null })) };
  const members = await readMembers(
    em,
    tenantId,
    rows.map(({ id }) => id),
  );
  return { total, groups: rows.map((row) => ({ ...row, members: members.get(row.id) ?? [] })) };
}

/** A group, or null for an id that is none here. */
export async function readGroup(
  em: EntityManager,
  tenantId: string,
  id: string,
  { withMembers }: { withMembers: boolean },
): Promise<ScimGroup | null> {
  const page = { startIndex: 1, count: 1 };
  const { groups: found } = await readGroups(em, tenantId, {
    comparisons: [{ path: 'id', value: id }],
    page,
    withMembers,
  });
  return found[0] ?? null;
}

function groups(em: EntityManager, tenantId: string) {
  return query(em)
    .selectFrom('scim_groups as g')
    .select(['g.id', 'g.display_name as displayName', 'g.external_id as externalId'])
    .select(['g.created_at as createdAt', 'g.updated_at as updatedAt'])
    .where('g.tenant_id', '=', tenantId);
}

type Groups = ReturnType<typeof groups>;

function restricted(found: Groups, { path, value }: Comparison): Groups {
  const text = String(value);
  switch (path) {
    case 'displayname':
      return found.where('g.group_key', '=', groupKey(text));
    case 'externalid':
      return found.where('g.external_id', '=', text);
    case 'id':
      return isUuid(text) ? found.where('g.id', '=', text.toLowerCase()) : found.where((eb) => eb.lit(false));
    default:
      if (!isUuid(text)) return found.where((eb) => eb.lit(false));
      return found.where((eb) =>
        eb.exists(
          eb
            .selectFrom('scim_group_members as m')
            .select('m.user_id')
            .whereRef('m.tenant_id', '=', 'g.tenant_id')
            .whereRef('m.group_id', '=', 'g.id')
            .where('m.user_id', '=', text.toLowerCase()),
        ),
      );
  }
}

/** Members of some groups, by group, in one statement. */
async function readMembers(em: EntityManager, tenantId: string, ids: string[]): Promise<Map<string, ScimMember[]>> {
  if (ids.length === 0) return new Map();
  const rows = await query(em)
    .selectFrom('scim_group_members as m')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'm.tenant_id').onRef('u.id', '=', 'm.user_id'))
    .select(['m.group_id as groupId', 'u.id', 'u.name'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.group_id', 'in', ids)
    .orderBy('u.name')
    .orderBy('u.id')
    .execute();
  const members = new Map<string, ScimMember[]>();
  for (const { groupId, id, name } of rows) members.set(groupId, [...(members.get(groupId) ?? []), { id, name }]);
  return members;
}
