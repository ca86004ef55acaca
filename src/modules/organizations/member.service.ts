import type { RequestContext } from '../../context.js';
import { itemByItem, type ItemOutcome } from '../../feature/item-by-item.js';
import type { Language } from '../../messages/language.js';
import type { EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { authorOf, recordAudit } from '../audit/audit.js';
import { isShared } from '../auth/account-registry.js';
import { deleteMfa } from '../auth/mfa.service.js';
import type { CredentialChanges } from '../auth/credential-changes.js';
import type { SecurityNotices } from '../notices/security-notices.js';
import { deletePasskeys } from '../passkeys/passkey-use.js';
import type { AccessCaller } from '../../access/access-table.js';
import type { Role } from '../../access/roles.js';
import { decidesRoles } from './group-role.read.js';
import { accountIdOf, changeRole, endMembership } from './membership.js';
import { setLanguage } from './member-language.js';
import { changesOf } from './organization.rules.js';
import { lockTenant } from './tenant-lock.js';
import { UserEntity, type User } from './user.entity.js';

/** Change and removal of members. The last admin can be neither removed nor demoted. */
export class MemberService {
  constructor(
    private readonly notices: SecurityNotices,
    private readonly changes: CredentialChanges,
  ) {}

  /**
   * Changes a role from the member's next request.
   * @throws {AppError} NOT_FOUND; CONFLICT for the last admin, and where an identity provider decides the role
   */
  async setRole(ctx: RequestContext, userId: string, role: Role): Promise<void> {
    await this.change(ctx, userId, async (em, member) => {
      if (member.role !== role) await refuseManagedRole(em, member);
      await changeRole(authorOf(ctx), em, member, role);
    });
  }

  /**
   * Changes the name under which the caller appears in the organization, and what they did before is shown under it, too; and the language
   * of their mails. Null for what stays.
   * @throws {AppError} CONFLICT where an identity provider keeps the name; PRECONDITION_FAILED
   */
  async updateSelf(
    ctx: RequestContext,
    { name, language }: { name: string | null; language: Language | null },
  ): Promise<void> {
    await this.change(ctx, ctx.viewer.userId, async (em, member) => {
      const present = { name: member.name, language: member.language ?? null };
      const changes = changesOf(present, { name: name ?? present.name, language: language ?? present.language });
      if (!changes) return;
      if (changes.after.name !== undefined) {
        if (member.managedBy != null) throw new AppError('CONFLICT', 'your identity provider keeps your name');
        member.name = changes.after.name;
        await em.flush();
      }
      if (language !== null && language !== present.language) await setLanguage(ctx, em, { member, language });
      await recordAudit(ctx, em, {
        ...{ action: 'member.updated', resourceType: 'member', resourceId: member.id },
        ...changes,
      });
    });
  }

  /**
   * Changes roles item by item: see `itemByItem`. An item after one by which the caller has given up the role that may do this is
   * FORBIDDEN, as a call after that one would be.
   * @param changeOf reads an item; what it throws is the error of that item
   * @returns the ids of the members, in the order of the items
   */
  setRoles<Item>(
    ctx: RequestContext,
    items: readonly Item[],
    changeOf: (item: Item) => { userId: string; role: Role },
  ): Promise<ItemOutcome<string>[]> {
    let caller: AccessCaller = ctx.viewer;
    return itemByItem(ctx, { list: 'members', items }, async (inner, item) => {
      const { userId, role } = changeOf(item);
      if (ctx.app.access.refusalOf(caller, 'Mutation.updateMembers') !== null) {
        throw new AppError('FORBIDDEN', 'by an earlier item you have a role that may not do this');
      }
      await this.setRole(inner, userId, role);
      if (userId.toLowerCase() === ctx.viewer.userId) caller = { ...caller, role };
      return userId;
    });
  }

  /**
   * Removes a member. From the next request all their credentials are refused, their API keys are revoked, and the caller
   * is responsible for their service accounts; their actions stay under their name, and their address is free again.
   * @throws {AppError} NOT_FOUND; CONFLICT for the last admin
   */
  async remove(ctx: RequestContext, userId: string): Promise<void> {
    await this.change(ctx, userId, (em, member) =>
      endMembership(authorOf(ctx), em, { member, action: 'member.removed', notices: this.notices }),
    );
    await this.notices.wake();
  }

  /**
   * Switches off one-time codes of a member who has lost their authenticator, and ends their sessions and, unless they
   * are to stay, their API keys. Not the caller's own: a stolen token must
   * not do that.
   * @throws {AppError} NOT_FOUND; CONFLICT for the caller, for a member without one-time codes, and for an account that is not the
   * organization's alone
   */
  async resetMfa(ctx: RequestContext, userId: string, revokesApiKeys: boolean): Promise<void> {
    await this.change(ctx, userId, async (em, member) => {
      if (userId.toLowerCase() === ctx.viewer.userId)
        throw new AppError('CONFLICT', 'use disableMfa for your own one-time codes');
      const account = await ownAccount(em, member);
      if (!(await deleteMfa(em, account))) throw new AppError('CONFLICT', 'the member has no one-time codes');
      const entry = {
        action: 'member.mfa_reset' as const,
        before: { mfa_enabled: true },
        after: { mfa_enabled: false },
      };
      const change = { kind: 'mfa.reset', account, except: null, revokesApiKeys, entry } as const;
      await this.changes.follow(authorOf(ctx), em, change);
    });
    await this.changes.wake();
  }

  /**
   * Removes all passkeys of a member who has lost them, and ends the same as `resetMfa`. Not the caller's own.
   * @throws {AppError} NOT_FOUND; CONFLICT as `resetMfa`, and for a member without passkeys
   */
  async resetPasskeys(ctx: RequestContext, userId: string, revokesApiKeys: boolean): Promise<void> {
    await this.change(ctx, userId, async (em, member) => {
      if (userId.toLowerCase() === ctx.viewer.userId)
        throw new AppError('CONFLICT', 'use removePasskey for your own passkeys');
      const account = await ownAccount(em, member);
      const passkeys = await deletePasskeys(em, account);
      if (passkeys === 0) throw new AppError('CONFLICT', 'the member has no passkeys');
      const entry = { action: 'member.passkeys_reset' as const, before: { passkeys }, after: { passkeys: 0 } };
      const change = { kind: 'passkeys.reset', account, except: null, revokesApiKeys, entry } as const;
      await this.changes.follow(authorOf(ctx), em, change);
    });
    await this.changes.wake();
  }

  /** Runs `work` on a member while the members of the tenant are locked. @throws {AppError} NOT_FOUND, PRECONDITION_FAILED */
  private async change(
    ctx: RequestContext,
    userId: string,
    work: (em: EntityManager, member: User) => Promise<void>,
  ): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      await lockTenant(em, tenantId);
      const member = await em.findOne(UserEntity, { id: userId, tenantId, removedAt: null });
      if (!member) throw notFound('/user_id');
      await ctx.requireMatch(em);
      await work(em, member);
    });
  }
}

/**
 * Account of a member whose factors an admin may take away: what concerns other organizations as well is not theirs to decide.
 * @throws {AppError} CONFLICT for an account with a membership of another organization, and where a provider is the only way in
 */
async function ownAccount(em: EntityManager, member: User) {
  const { id, tenantId } = member;
  const accountId = accountIdOf(member);
  if (member.isProviderOnly) throw new AppError('CONFLICT', 'the member logs in by the identity provider alone');
  if (await isShared(em, { tenantId, accountId }))
    throw new AppError(
      'CONFLICT',
      'this account is not of this organization alone: its owner or the operator resets it',
    );
  return { id, tenantId, accountId };
}

/** @throws {AppError} CONFLICT where groups of an identity provider decide the role of a member */
async function refuseManagedRole(em: EntityManager, { managedBy, tenantId }: User): Promise<void> {
  if (managedBy === null || managedBy === undefined || !(await decidesRoles(em, tenantId))) return;
  throw new AppError('CONFLICT', 'groups of the identity provider decide the role of this member');
}
