import { z } from 'zod';
import type { Role } from '../../access/roles.js';
import type { Language } from '../../messages/language.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { violatedConstraint } from '../../platform/database/database-errors.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordChange, type ChangeAuthor } from '../audit/audit.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { accountKey } from '../auth/account-key.rules.js';
import { isShared, knownToOrganization, registerAccount } from '../auth/account-registry.js';
import { withinAccount } from '../auth/account-scope.js';
import type { SecurityNotices } from '../notices/security-notices.js';
import { DisplayName } from './display-name.rules.js';
import { accountIdOf, changeRole, endMembership, refuseExempt } from './membership.js';
import { changesOf } from './organization.rules.js';
import { checkUserLimit, lockTenant, refuseMember } from './tenant-lock.js';
import { UserEntity, type User } from './user.entity.js';

/** A person as an identity provider describes them. */
export interface ProvisionedPerson {
  email: string;
  name: string;
  /** Language that the person prefers; null where it is not known. @default null */
  language?: Language | null;
}

const Person = z.object({ email: z.email().max(320), name: DisplayName });

/**
 * Members as identity providers change them (SCIM, single sign-on). Methods work in a transaction of `run`; the author is
 * a provider (`providerAuthor`), which the audit trail names.
 *
 * Addresses are at domains that the organization has verified: a provider neither takes the address of somebody else's
 * people nor learns who has an account. An address of a member of the own organization is a CONFLICT; one that has an
 * account is joined without a word, whose credentials stay its owner's: the provider is the only way into a membership that it has made.
 *
 * The address of an account with a password, or of several organizations, is its owner's: a provider that could move it could give the
 * account to somebody else by single sign-on.
 */
export class ProvisioningService {
  constructor(
    private readonly database: Database,
    private readonly notices: SecurityNotices,
  ) {}

  /** Runs changes of one tenant in a transaction, and sends the mail that they added. */
  async run<T>({ tenantId }: Pick<ChangeAuthor, 'tenantId'>, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.database.within({ kind: 'tenant', tenantId }, () =>
      this.database.fork().transactional(async (em) => {
        await lockTenant(em, tenantId);
        return work(em);
      }),
    );
    await this.notices.wake();
    return result;
  }

  /**
   * Creates a member, managed by the author, whom nothing but the provider lets in.
   * @returns the id of the member
   * @throws {AppError} VALIDATION_FAILED; CONFLICT for a member's address; LICENSE_LIMIT_REACHED
   */
  async provision(
    em: EntityManager,
    author: ChangeAuthor,
    { role, language = null, ...person }: ProvisionedPerson & { role: Role },
  ): Promise<string> {
    const { tenantId, at, actor } = author;
    const { email, name } = checked(person);
    await requireHeldDomain(em, tenantId, email);
    await checkUserLimit(em, await lockTenant(em, tenantId));
    await refuseMember(em, tenantId, email);
    const id = newId();
    const joined = await joinedByProvider(em, { tenantId, email, language, at });
    const key = { email, emailKey: accountKey(email) };
    const times = { credentialsChangedAt: at, createdAt: at };
    em.create(UserEntity, { id, tenantId, ...joined, ...key, ...times, name, role, managedBy: actor.id });
    await em.flush();
    await recordChange(author, em, entry('member.provisioned', id, null, { email, name, role }));
    return id;
  }

  /**
   * Changes address and name, and makes the author the manager of the member. Omitted values stay.
   * @param which `any` for deactivated people too
   * @throws {AppError} NOT_FOUND; VALIDATION_FAILED, CONFLICT as `provision`
   */
  async update(
    em: EntityManager,
    author: ChangeAuthor,
    userId: string,
    values: Partial<Omit<ProvisionedPerson, 'language'>>,
    which: 'current' | 'any' = 'current',
  ): Promise<void> {
    const { tenantId, actor } = author;
    const member = await find(em, tenantId, userId, which);
    const { email, name } = member;
    const wanted = checked({ email, name, ...values });
    const changes = changesOf({ email, name, managed_by: member.managedBy }, { ...wanted, managed_by: actor.id });
    if (!changes) return;
    const emailKey = accountKey(wanted.email);
    if (emailKey !== member.emailKey) await move(em, member, wanted.email);
    Object.assign(member, { ...wanted, emailKey, managedBy: actor.id });
    await em.flush();
    await recordChange(author, em, entry('member.updated', userId, changes.before, changes.after));
  }

  /** Changes the role from the member's next request. @throws {AppError} NOT_FOUND; CONFLICT for the last admin */
  async setRole(em: EntityManager, author: ChangeAuthor, userId: string, role: Role): Promise<void> {
    await changeRole(author, em, await find(em, author.tenantId, userId, 'current'), role);
  }

  /**
   * Ends a membership as a removal by an admin does (`endMembership`): sessions end at once, keys are revoked, service
   * accounts pass on. The address is free for other organizations until the member is reactivated. Nothing for who is no
   * member now.
   * @throws {AppError} NOT_FOUND; CONFLICT for the last admin
   */
  async deactivate(em: EntityManager, author: ChangeAuthor, userId: string): Promise<void> {
    const member = await find(em, author.tenantId, userId, 'any');
    if (member.removedAt !== null) return;
    await endMembership(author, em, { member, action: 'member.deactivated', notices: this.notices });
  }

  /**
   * Makes a deactivated person a member again, with this role and without keys, whom nothing but the provider lets in. Nothing for a
   * member.
   * @throws {AppError} NOT_FOUND; VALIDATION_FAILED, CONFLICT as `provision`, for an address that was taken meanwhile;
   * LICENSE_LIMIT_REACHED
   */
  async reactivate(em: EntityManager, author: ChangeAuthor, userId: string, role: Role): Promise<void> {
    const { tenantId, at, actor } = author;
    const member = await find(em, tenantId, userId, 'any');
    if (member.removedAt === null) return;
    await requireHeldDomain(em, tenantId, member.email);
    await checkUserLimit(em, await lockTenant(em, tenantId));
    await refuseMember(em, tenantId, member.email);
    const joined = await joinedByProvider(em, { tenantId, email: member.email, language: member.language ?? null, at });
    Object.assign(member, { removedAt: null, role, ...joined, credentialsChangedAt: at, managedBy: actor.id });
    await em.flush();
    await recordChange(author, em, entry('member.reactivated', userId, null, { email: member.email, role }));
  }

  /** Leaves the member to the admins: no provider manages them any more. Nothing for who is managed by none. */
  async release(em: EntityManager, author: ChangeAuthor, userId: string): Promise<void> {
    const member = await find(em, author.tenantId, userId, 'any');
    if ((member.managedBy ?? null) === null) return;
    const before = { managed_by: member.managedBy };
    member.managedBy = null;
    await em.flush();
    await recordChange(author, em, entry('member.released', userId, before, { managed_by: null }));
  }
}

/** @throws {AppError} VALIDATION_FAILED for an address at a domain that the organization has not verified */
async function requireHeldDomain(em: EntityManager, tenantId: string, email: string): Promise<void> {
  const key = accountKey(email);
  const held = await query(em)
    .selectFrom('email_domains')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', key.slice(key.lastIndexOf('@') + 1))
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  if (!held) throw unfitAddress();
}

interface NewPerson {
  tenantId: string;
  email: string;
  /** Language of the membership, and of a new account. */
  language: Language | null;
  at: Date;
}

/**
 * Account by which a provider makes a membership: that of the address, whose credentials stay its owner's and do not open the membership,
 * or a new one without any.
 */
async function joinedByProvider(em: EntityManager, person: NewPerson) {
  const account = await registerAccount(em, { ...person, passwordHash: null });
  return { accountId: account.accountId, ...knownToOrganization(account, true), language: person.language };
}

/** Moves the account of a member to another address. @throws {AppError} VALIDATION_FAILED, CONFLICT: a provider may not do that */
async function move(em: EntityManager, member: User, email: string): Promise<void> {
  await refuseExempt(em, member);
  await requireHeldDomain(em, member.tenantId, email);
  await refuseMember(em, member.tenantId, email);
  if (member.removedAt !== null) return;
  const account = { tenantId: member.tenantId, accountId: accountIdOf(member) };
  if (await isShared(em, account)) throw unmovable();
  await withinAccount(em, account, () => readdress(em, account.accountId, email));
}

/** In the account's scope. @throws {AppError} VALIDATION_FAILED for an account with a password, and for an address that has an account */
async function readdress(em: EntityManager, accountId: string, email: string): Promise<void> {
  try {
    const moved = await query(em)
      .updateTable('accounts')
      .set({ email, email_key: accountKey(email) })
      .where('id', '=', accountId)
      .where('password_hash', 'is', null)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) throw unmovable();
  } catch (err) {
    if (violatedConstraint(err) === 'accounts_email_unique') throw unfitAddress(err);
    throw err;
  }
}

/** Refusal of a change to an address that is its owner's: nobody learns whether a password or another organization makes it so. */
function unmovable(): AppError {
  return AppError.invalid('/email', 'is the address of an account of its own, which no provider changes');
}

/** @throws {AppError} NOT_FOUND */
async function find(em: EntityManager, tenantId: string, id: string, which: 'current' | 'any'): Promise<User> {
  const member = await em.findOne(UserEntity, { id, tenantId, ...(which === 'current' ? { removedAt: null } : {}) });
  if (!member) throw notFound();
  return member;
}

function checked(person: ProvisionedPerson): ProvisionedPerson {
  const parsed = Person.safeParse(person);
  if (parsed.success) return parsed.data;
  if (parsed.error.issues.some(({ path }) => path[0] === 'email')) throw unfitAddress();
  throw AppError.invalid('/name', parsed.error.issues[0]?.message ?? 'is not valid');
}

/** Refusal of an address that is none, and of one that has an account in another organization: nobody learns which. */
function unfitAddress(cause?: unknown): AppError {
  const details = [
    { field: '/email', message: 'has to be a free address at a domain that this organization has verified' },
  ];
  return new AppError('VALIDATION_FAILED', 'the request is not valid', { details, cause });
}

function entry(
  action: AuditAction,
  resourceId: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
) {
  return { action, resourceType: 'member', resourceId, before, after };
}
