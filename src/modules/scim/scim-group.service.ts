import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordChange, type ChangeAuthor } from '../audit/audit.js';
import { groupKey } from '../organizations/group-role.rules.js';
import type { ProvisioningService } from '../organizations/provisioning.service.js';
import { linkMembers } from './group-membership.sql.js';
import { applyGroupRoles } from './group-roles-of-members.js';
import { ScimError } from './scim-error.js';
import { readGroup, type ScimGroup } from './scim-group.read.js';
import { unknownMember, type ScimGroupValues } from './scim-group.rules.js';

/** Limit of groups of an organization. Our choice: directories push those that matter here. */
const GROUPS_MAX = 1_000;

/** Groups of directories. Those with a role in `group_roles` decide the roles of their members. */
export class ScimGroupService {
  constructor(private readonly provisioning: ProvisioningService) {}

  /** Creates a group. @throws {AppError} CONFLICT (uniqueness) for a name that is taken; VALIDATION_FAILED */
  create(author: ChangeAuthor, values: ScimGroupValues): Promise<ScimGroup> {
    const { tenantId, at } = author;
    return this.provisioning.run(author, async (em) => {
      await refuseTaken(em, tenantId, values.displayName, null);
      await checkLimit(em, tenantId);
      const id = newId();
      const row = { ...columnsOf(author, values), id, tenant_id: tenantId, created_at: at };
      await query(em).insertInto('scim_groups').values(row).execute();
      const members = await this.setMembers(em, author, { id, before: new Set(), after: values.members });
      const after = { name: values.displayName, external_id: values.externalId, ...members };
      await recordChange(author, em, { action: 'directory_group.created', ...aboutGroup(id), after });
      return found(em, tenantId, id, true);
    });
  }

  /** Changes a group to what `change` makes of it. @throws {AppError} NOT_FOUND, and as `create` */
  change(author: ChangeAuthor, id: string, change: (before: ScimGroupValues) => ScimGroupValues): Promise<ScimGroup> {
    const { tenantId } = author;
    return this.provisioning.run(author, async (em) => {
      const group = await found(em, tenantId, id, true);
      const before = valuesOf(group);
      const after = change(before);
      const isRenamed = groupKey(before.displayName) !== groupKey(after.displayName);
      if (isRenamed) await refuseTaken(em, tenantId, after.displayName, group.id);
      await query(em)
        .updateTable('scim_groups')
        .set(columnsOf(author, after))
        .where('tenant_id', '=', tenantId)
        .where('id', '=', group.id)
        .execute();
      const members = await this.setMembers(em, author, {
        id: group.id,
        before: before.members,
        after: after.members,
        // Another name may stand for another role, also of those who stay.
        concerned: isRenamed ? [...before.members] : [],
      });
      await recordGroup(em, author, group.id, { before, after, members });
      return found(em, tenantId, group.id, true);
    });
  }

  /** Deletes a group; its members have the role of their other groups. @throws {AppError} NOT_FOUND */
  remove(author: ChangeAuthor, id: string): Promise<void> {
    const { tenantId } = author;
    return this.provisioning.run(author, async (em) => {
      const group = await found(em, tenantId, id, true);
      const { displayName, members } = valuesOf(group);
      await query(em).deleteFrom('scim_groups').where('tenant_id', '=', tenantId).where('id', '=', group.id).execute();
      await applyGroupRoles(em, author, [...members]);
      const before = { name: displayName, members: members.size };
      await recordChange(author, em, { action: 'directory_group.deleted', ...aboutGroup(group.id), before });
    });
  }

  /** Adds and removes members, and gives them their roles. @returns how many were added and removed */
  private async setMembers(
    em: EntityManager,
    author: ChangeAuthor,
    {
      id,
      before,
      after,
      concerned = [],
    }: { id: string; before: ReadonlySet<string>; after: ReadonlySet<string>; concerned?: string[] },
  ): Promise<{ added: number; removed: number }> {
    const { tenantId } = author;
    const added = [...after].filter((each) => !before.has(each));
    const removed = [...before].filter((each) => !after.has(each));
    await checkUsers(em, tenantId, added);
    if (removed.length > 0) {
      await query(em)
        .deleteFrom('scim_group_members')
        .where('tenant_id', '=', tenantId)
        .where('group_id', '=', id)
        .where('user_id', 'in', removed)
        .execute();
    }
    if (added.length > 0) {
      const rows = added.map((userId) => ({ tenant_id: tenantId, group_id: id, user_id: userId }));
      await query(em).insertInto('scim_group_members').values(rows).execute();
      await linkMembers.all(em, { tenantId, userIds: added, providerId: author.actor.id, at: author.at });
    }
    await applyGroupRoles(em, author, [...added, ...removed, ...concerned]);
    return { added: added.length, removed: removed.length };
  }
}

function valuesOf({ displayName, externalId, members }: ScimGroup): ScimGroupValues {
  return { displayName, externalId, members: new Set((members ?? []).map(({ id }) => id)) };
}

function columnsOf({ at }: ChangeAuthor, { displayName, externalId }: ScimGroupValues) {
  return { display_name: displayName, group_key: groupKey(displayName), external_id: externalId, updated_at: at };
}

async function found(em: EntityManager, tenantId: string, id: string, withMembers: boolean): Promise<ScimGroup> {
  const group = await readGroup(em, tenantId, id, { withMembers });
  if (!group) throw notFound();
  return group;
}

async function refuseTaken(em: EntityManager, tenantId: string, name: string, besides: string | null): Promise<void> {
  const other = await query(em)
    .selectFrom('scim_groups')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('group_key', '=', groupKey(name))
    .executeTakeFirst();
  if (other && other.id !== besides)
    throw new ScimError('CONFLICT', 'uniqueness', 'another group of this organization has this displayName');
}

async function checkLimit(em: EntityManager, tenantId: string): Promise<void> {
  const { count } = await query(em)
    .selectFrom('scim_groups')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  if (count >= GROUPS_MAX) throw new AppError('CONFLICT', `at most ${GROUPS_MAX} groups`);
}

/** @throws {ScimError} invalidValue where one of them is no user here */
async function checkUsers(em: EntityManager, tenantId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const users = await query(em)
    .selectFrom('users as u')
    .leftJoin('scim_users as s', (join) =>
      join.onRef('s.tenant_id', '=', 'u.tenant_id').onRef('s.user_id', '=', 'u.id'),
    )
    .select('u.id')
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', 'in', ids)
    .where((eb) => eb.or([eb('u.removed_at', 'is', null), eb('s.user_id', 'is not', null)]))
    .execute();
  if (users.length !== ids.length) throw unknownMember();
}

async function recordGroup(
  em: EntityManager,
  author: ChangeAuthor,
  id: string,
  {
    before,
    after,
    members,
  }: { before: ScimGroupValues; after: ScimGroupValues; members: { added: number; removed: number } },
): Promise<void> {
  const names = ({ displayName, externalId }: ScimGroupValues) => ({ name: displayName, external_id: externalId });
  const areSame = JSON.stringify(names(before)) === JSON.stringify(names(after));
  if (areSame && members.added === 0 && members.removed === 0) return;
  await recordChange(author, em, {
    action: 'directory_group.changed',
    ...aboutGroup(id),
    before: { ...names(before), members: before.members.size },
    after: { ...names(after), members: after.members.size, ...members },
  });
}

function aboutGroup(resourceId: string) {
  return { resourceType: 'directory_group', resourceId };
}
