import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import { isUuid, newId } from '../../platform/crypto/uuid.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { OPERATOR, type Actor } from '../../access/actor.js';
import { recordAuditAs } from '../audit/audit.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { accountKey } from '../auth/account-key.rules.js';
import { knownToOrganization, registerAccount } from '../auth/account-registry.js';
import { withinAccount } from '../auth/account-scope.js';
import type { Account, AccountStore } from '../auth/account-store.js';
import { deleteMfa } from '../auth/mfa.service.js';
import { deletePasskeys } from '../passkeys/passkey-use.js';
import type { LoginFailures } from '../auth/login-failures.js';
import type { PasswordPolicy } from '../auth/password.rules.js';
import type { CredentialChange, CredentialChanges } from '../auth/credential-changes.js';
import type { SecurityEventRecorder } from '../security-events/security-event-recorder.js';
import { ROLES, type Role } from '../../access/roles.js';
import { DisplayName } from './display-name.rules.js';
import type { InvitationIssuer } from './invitation-issuer.js';
import { lockTenant } from './tenant-lock.js';
import { checkedFrameworks, defaultFrameworks, TIERS, type LicenseTier } from './tiers.js';
import { TenantEntity } from './tenant.entity.js';
import { UserEntity } from './user.entity.js';

const NewUser = z.object({
  email: z.email().max(320),
  name: DisplayName,
  role: z.enum(ROLES),
  password: z.string().nullable(),
});

export interface NewTenant {
  name: string;
  tier: LicenseTier;
  /** Slugs; null for the first frameworks of the tier. */
  frameworks: string[] | null;
  users: { email: string; name: string; role: Role; password: string | null }[];
  /** Address of an administrator to invite, who chooses name and password. @default none */
  invitee?: string | null;
}

export interface CreatedTenant {
  tenantId: string;
  /** Ids in the given order. */
  userIds: string[];
  /** Link for the registration of the invited administrator, or null for none. */
  registrationUrl: string | null;
}

export interface TenantServiceOptions {
  database: Database;
  accounts: AccountStore;
  hasher: PasswordHasher;
  policy: PasswordPolicy;
  issuer: InvitationIssuer;
  changes: CredentialChanges;
  events: SecurityEventRecorder;
  failures: LoginFailures;
  clock: Clock;
}

/** Creation of tenants and their first accounts, and repairs of accounts. For operators, not for the API. */
export class TenantService {
  constructor(private readonly options: TenantServiceOptions) {}

  /**
   * Creates a tenant with its accounts.
   * @param actor for the audit trail
   * @throws {AppError} VALIDATION_FAILED, CONFLICT when an address has an account, LICENSE_LIMIT_REACHED
   */
  async create(tenant: NewTenant, actor: Actor = OPERATOR): Promise<CreatedTenant> {
    const { database, hasher, clock } = this.options;
    const users = this.checked(tenant);
    const frameworks = checkedFrameworks(tenant.tier, tenant.frameworks ?? defaultFrameworks(tenant.tier));
    const invitee = tenant.invitee ?? null;
    for (const { email } of users) await this.refuseTaken(email);
    const hashes = await Promise.all(
      users.map(async ({ password }) => (password === null ? null : hasher.hash(password))),
    );
    const [tenantId, createdAt] = [newId(), clock.now()];
    const { name, tier: licenseTier } = tenant;
    const userIds = users.map(() => newId());
    const registrationUrl = await database.within({ kind: 'tenant', tenantId }, () =>
      database.fork().transactional(async (em) => {
        em.create(TenantEntity, { id: tenantId, name, licenseTier, frameworks, createdAt });
        await em.flush();
        await query(em).insertInto('postures').values({ tenant_id: tenantId }).execute();
        for (const [index, { email, name, role }] of users.entries()) {
          const [id, passwordHash] = [userIds[index] ?? newId(), hashes[index] ?? null];
          const account = await registerAccount(em, { tenantId, email, passwordHash, language: null, at: createdAt });
          if (!account.isNew) throw addressTaken();
          const known = { accountId: account.accountId, ...knownToOrganization(account, passwordHash === null) };
          const times = { credentialsChangedAt: createdAt, createdAt };
          em.create(UserEntity, { id, tenantId, email, emailKey: accountKey(email), ...known, ...times, name, role });
        }
        await em.flush();
        const after = { name, license_tier: licenseTier, frameworks, users: users.length };
        const entry = {
          action: 'organization.created' as const,
          resourceType: 'organization',
          resourceId: tenantId,
          after,
        };
        await recordAuditAs(actor, em, { ...entry, tenantId, at: createdAt });
        return invitee === null ? null : this.invite(em, tenantId, invitee, actor);
      }),
    );
    return { tenantId, userIds, registrationUrl };
  }

  /**
   * Replaces the password of an account; its sessions and, unless they are to stay, its API keys end.
   * @throws {AppError} VALIDATION_FAILED; NOT_FOUND for an address without an account
   */
  async setPassword(email: string, password: string, revokesApiKeys = true): Promise<void> {
    const { policy, hasher, clock } = this.options;
    await this.change(email, revokesApiKeys, async (em, account) => {
      const { name: organization } = await lockTenant(em, account.tenantId);
      policy.check(password, { email: account.email, name: account.name, organization });
      const hash = await hasher.hash(password);
      await withinAccount(em, account, () =>
        query(em)
          .updateTable('accounts')
          .set({ password_hash: hash, credentials_changed_at: clock.now() })
          .where('id', '=', account.accountId)
          .execute(),
      );
      // Where a provider was the only way in, this is the second: the operator's help when the provider fails.
      await query(em)
        .updateTable('users')
        .set({ is_provider_only: false })
        .where('tenant_id', '=', account.tenantId)
        .where('id', '=', account.id)
        .execute();
      return { action: 'member.password_changed', kind: 'password.changed' };
    });
  }

  /**
   * Switches off one-time codes of an account, and ends the same as `setPassword`.
   * @throws {AppError} NOT_FOUND; CONFLICT when there are none
   */
  async resetMfa(email: string, revokesApiKeys = true): Promise<void> {
    await this.change(email, revokesApiKeys, async (em, account) => {
      if (!(await deleteMfa(em, account))) throw new AppError('CONFLICT', 'the account has no one-time codes');
      return { action: 'member.mfa_reset', kind: 'mfa.reset' };
    });
  }

  /**
   * Removes all passkeys of an account, and ends the same as `setPassword`.
   * @throws {AppError} NOT_FOUND; CONFLICT when there are none
   */
  async resetPasskeys(email: string, revokesApiKeys = true): Promise<void> {
    await this.change(email, revokesApiKeys, async (em, account) => {
      if ((await deletePasskeys(em, account)) === 0) throw new AppError('CONFLICT', 'the account has no passkeys');
      return { action: 'member.passkeys_reset', kind: 'passkeys.reset' };
    });
  }

  /** Lifts every lock of an address, whether or not it has an account. @returns whether there was one */
  async unlock(email: string): Promise<boolean> {
    const { database, failures, events, clock } = this.options;
    const wasCounted = await failures.unlock(accountKey(email));
    if (!wasCounted) return false;
    for (const { id: userId, tenantId } of await this.options.accounts.everyMembership(accountKey(email))) {
      const author = { tenantId, actor: OPERATOR, at: clock.now() };
      await database.within({ kind: 'tenant', tenantId }, () =>
        events.recordChange(database.fork(), author, { kind: 'login.unlocked', userId }),
      );
    }
    return true;
  }

  /** Lifts the lock of a client address over all accounts, or that of the whole service. @returns whether there was one */
  unlockShared(of: { address: string } | 'service'): Promise<boolean> {
    return this.options.failures.unlockShared(of);
  }

  /** Changes one account as the operator. @param work returns the audited action, and the kind of change */
  private async change(
    email: string,
    revokesApiKeys: boolean,
    work: (em: EntityManager, account: Account) => Promise<AccountChange>,
  ): Promise<void> {
    const { database, changes, clock, events } = this.options;
    const memberships = await this.options.accounts.everyMembership(accountKey(email));
    const account = memberships.find(({ isProviderOnly }) => !isProviderOnly) ?? memberships[0];
    if (!account) throw notFound();
    const { tenantId } = account;
    await database.within({ kind: 'tenant', tenantId }, () =>
      database.fork().transactional(async (em) => {
        const { action, kind } = await work(em, account);
        const author = { tenantId, at: clock.now(), actor: OPERATOR, events };
        await changes.follow(author, em, { kind, account, except: null, revokesApiKeys, entry: { action } });
      }),
    );
  }

  /**
   * Sets the rate limit of a tenant per minute, from the next request on; null for the default.
   * @throws {AppError} NOT_FOUND
   */
  async setRateLimit(tenantId: string, rateLimitPerMinute: number | null): Promise<void> {
    if (!isUuid(tenantId)) throw notFound();
    await this.options.database.within({ kind: 'tenant', tenantId }, () =>
      this.options.database.fork().transactional(async (em) => {
        const tenant = await lockTenant(em, tenantId);
        const { rateLimitPerMinute: before } = tenant;
        tenant.rateLimitPerMinute = rateLimitPerMinute;
        await em.flush();
        await recordAuditAs(OPERATOR, em, {
          tenantId,
          at: this.options.clock.now(),
          action: 'organization.rate_limit_changed',
          resourceType: 'organization',
          resourceId: tenantId,
          before: { rateLimitPerMinute: before },
          after: { rateLimitPerMinute },
        });
      }),
    );
  }

  private async invite(em: EntityManager, tenantId: string, email: string, actor: Actor): Promise<string> {
    const tenant = await lockTenant(em, tenantId);
    const [role, at] = ['admin' as const, this.options.clock.now()];
    const { id, url } = await this.options.issuer.issue(em, tenant, { email, role, invitedBy: null, at });
    const entry = {
      action: 'invitation.created' as const,
      resourceType: 'invitation',
      resourceId: id,
      after: { email, role },
    };
    await recordAuditAs(actor, em, { ...entry, tenantId, at });
    return url;
  }

  private checked(tenant: NewTenant): z.infer<typeof NewUser>[] {
    const { usersMax } = TIERS[tenant.tier];
    if (tenant.users.length > usersMax) {
      throw new AppError('LICENSE_LIMIT_REACHED', `the tier ${tenant.tier} allows ${usersMax} users`);
    }
    const invitee = z.email().max(320).nullish().safeParse(tenant.invitee);
    if (!invitee.success) throw AppError.invalid('/email', 'is not an e-mail address');
    const name = DisplayName.safeParse(tenant.name);
    if (!name.success) throw AppError.invalid('/name', name.error.issues[0]?.message ?? 'is no name');
    return tenant.users.map((user) => {
      const checked = checkedUser(user);
      const { email, name, password } = checked;
      if (password !== null) this.options.policy.check(password, { email, name, organization: tenant.name });
      return checked;
    });
  }

  private async refuseTaken(email: string): Promise<void> {
    if ((await this.options.accounts.everyMembership(accountKey(email))).length > 0) throw addressTaken();
  }
}

type AccountChange = Pick<CredentialChange, 'kind'> & { action: AuditAction };

function addressTaken(): AppError {
  return new AppError('CONFLICT', 'this e-mail address has an account already');
}

function checkedUser(user: NewTenant['users'][number]): z.infer<typeof NewUser> {
  const parsed = NewUser.safeParse({ ...user, email: user.email.trim() });
  if (parsed.success) return parsed.data;
  throw new AppError('VALIDATION_FAILED', 'the user is not valid', {
    details: parsed.error.issues.map((issue) => ({ field: `/${issue.path.join('/')}`, message: issue.message })),
  });
}
