import { query, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { recordChange, type ChangeAuthor } from '../audit/audit.js';
import { accountKey } from '../auth/account-key.rules.js';
import { readGroupRoles } from '../organizations/group-role.read.js';
import type { ProvisioningService } from '../organizations/provisioning.service.js';
import { roleOfGroups } from './group-membership.sql.js';
import { storedRole } from './group-roles-of-members.js';
import { ScimError } from './scim-error.js';
import { isNameTaken, readUser, type ScimUser } from './scim-user.read.js';
import { accountOf, type ScimUserValues } from './scim-user.rules.js';

/**
 * Users of SCIM: the members of an organization. Who was a member before a directory knew them is found by address and
 * linked by the first change.
 */
export class ScimUserService {
  constructor(private readonly provisioning: ProvisioningService) {}

  /**
   * Creates a member with the default role; groups may give another one later.
   * @throws {AppError} CONFLICT (uniqueness) for a name or address of this organization; VALIDATION_FAILED;
   * LICENSE_LIMIT_REACHED
   */
  create(author: ChangeAuthor, values: ScimUserValues): Promise<ScimUser> {
    const { tenantId } = author;
    return this.provisioning.run(author, async (em) => {
      await refuseTaken(em, tenantId, values, null);
      const { defaultRole: role } = await readGroupRoles(em, tenantId);
      const id = await this.provisioning.provision(em, author, { ...accountOf(values), role });
      await store(em, author, id, values);
      if (!values.active) await this.provisioning.deactivate(em, author, id);
      return found(em, tenantId, id);
    });
  }

  /**
   * Changes a user to what `change` makes of them: by PUT or by PATCH.
   * @throws {AppError} NOT_FOUND, and as `create`; CONFLICT for the deactivation of the last admin
   */
  change(author: ChangeAuthor, id: string, change: (before: ScimUserValues) => ScimUserValues): Promise<ScimUser> {
    const { tenantId } = author;
    return this.provisioning.run(author, async (em) => {
      const before = await found(em, tenantId, id);
      const after = change(before.values);
      await refuseTaken(em, tenantId, after, before);
      await this.provisioning.update(em, author, before.id, accountOf(after), 'any');
      await store(em, author, before.id, after);
      await recordNames(em, author, before, after);
      if (before.values.active && !after.active) await this.provisioning.deactivate(em, author, before.id);
      if (!before.values.active && after.active) {
        const { role } = await roleOfGroups.only(em, { tenantId, userId: before.id });
        await this.provisioning.reactivate(em, author, before.id, storedRole(role));
      }
      return found(em, tenantId, before.id);
    });
  }

  /**
   * Ends the membership of a user, who is found no more. Their actions stay under their name.
   * @throws {AppError} NOT_FOUND; CONFLICT for the last admin
   */
  remove(author: ChangeAuthor, id: string): Promise<void> {
    const { tenantId } = author;
    return this.provisioning.run(author, async (em) => {
      const user = await found(em, tenantId, id);
      await this.provisioning.deactivate(em, author, user.id);
      await this.provisioning.release(em, author, user.id);
      for (const table of ['scim_group_members', 'scim_users'] as const) {
        await query(em).deleteFrom(table).where('tenant_id', '=', tenantId).where('user_id', '=', user.id).execute();
      }
    });
  }
}

async function found(em: EntityManager, tenantId: string, id: string): Promise<ScimUser> {
  const user = await readUser(em, tenantId, id);
  if (!user) throw notFound();
  return user;
}

/** @throws {ScimError} uniqueness for a `userName` or an address of another user of the organization */
async function refuseTaken(
  em: EntityManager,
  tenantId: string,
  values: ScimUserValues,
  before: ScimUser | null,
): Promise<void> {
  const besides = before?.id ?? null;
  if (await isNameTaken(em, tenantId, { userName: values.userName, besides })) throw taken('userName');
  const key = accountKey(accountOf(values).email);
  if (before && key === accountKey(before.email)) return;
  const member = await query(em)
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('email_key', '=', key)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (member && member.id !== besides) throw taken('emails');
}

function taken(attribute: string): ScimError {
  return new ScimError('CONFLICT', 'uniqueness', `another user of this organization has this ${attribute}`);
}

/** Stores what the directory wrote. */
async function store(
  em: EntityManager,
  { tenantId, at }: ChangeAuthor,
  userId: string,
  { userName, externalId, displayName, formatted, givenName, familyName, emails }: ScimUserValues,
): Promise<void> {
  const written = {
    user_name: userName,
    user_name_key: accountKey(userName),
    external_id: externalId,
    attributes: JSON.stringify({ displayName, formatted, givenName, familyName, emails }),
    updated_at: at,
  };
  await query(em)
    .insertInto('scim_users')
    .values({ tenant_id: tenantId, user_id: userId, ...written, created_at: at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(written))
    .execute();
}

/** Records changed names of the directory, which no entry of the account has. */
async function recordNames(
  em: EntityManager,
  author: ChangeAuthor,
  before: ScimUser,
  after: ScimUserValues,
): Promise<void> {
  const names = ({ userName, externalId }: ScimUserValues) => ({ user_name: userName, external_id: externalId });
  const [was, is] = [names(before.values), names(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  const about = { resourceType: 'member', resourceId: before.id };
  await recordChange(author, em, { action: 'member.directory_names_changed', ...about, before: was, after: is });
}
