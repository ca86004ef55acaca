import type { RequestContext } from '../../context.js';
import type { Language } from '../../messages/language.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAuditAs } from '../audit/audit.js';
import { accountKey } from '../auth/account-key.rules.js';
import { knownToOrganization, registerAccount, type RegisteredAccount } from '../auth/account-registry.js';
import { withinAccount } from '../auth/account-scope.js';
import type { Account } from '../auth/account-store.js';
import { ownPage } from '../auth/browser-sessions.js';
import type { Credentials } from '../auth/credentials.js';
import { enforcedSignOnOf, signOnRequired } from '../auth/enforced-sign-on.js';
import { openSuccessor, requireProof } from '../auth/organization-switch.js';
import { currentOf } from '../auth/session.service.js';
import type { MfaService } from '../auth/mfa.service.js';
import type { PasswordPolicy } from '../auth/password.rules.js';
import type { SessionKind } from '../auth/session.type.js';
import type { Login, Sessions } from '../auth/sessions.js';
import { tokenHash } from './invitation-issuer.js';
import { isOpen, readByToken, type TokenHolder } from './invitation.read.js';
import { checkUserLimit, lockTenant, refuseMember } from './tenant-lock.js';
import { UserEntity } from './user.entity.js';

export interface AcceptanceOptions {
  database: Database;
  policy: PasswordPolicy;
  hasher: PasswordHasher;
  sessions: Sessions;
  credentials: Credentials;
  mfa: MfaService;
}

/** What the holder of a link gives without being logged in. */
export interface AcceptanceGiven {
  token: string;
  name: string;
  /** The password of the account that the address has, else that of the new one. */
  password: string;
  /** One-time or recovery code, for accounts that need one. */
  otp?: string | null;
}

/** The end of invitations: a new account, or a membership of the one that the address has. */
export class InvitationAcceptance {
  constructor(private readonly options: AcceptanceOptions) {}

  /**
   * The invitation of a link, and whether its address has an account with a password, which the holder of the mailbox may know.
   * @throws {AppError} NOT_FOUND for an unknown token; GONE for one that was used, revoked or replaced, or has expired
   */
  async preview(ctx: RequestContext, token: string): Promise<TokenHolder & { hasAccount: boolean }> {
    const holder = await this.holder(ctx, token);
    const account = await this.options.credentials.store.find(accountKey(holder.email));
    return { ...holder, hasAccount: (account?.passwordHash ?? null) !== null };
  }

  /**
   * Makes the holder of a link a member and logs them in: with a new account, or with the one that the address has, by its password. Where
   * the organization enforces single sign-on at the address, its provider is the only way in and nobody is logged in:
   * SINGLE_SIGN_ON_REQUIRED says how it is from then on.
   * @throws {AppError} NOT_FOUND, GONE as `preview`; VALIDATION_FAILED for a refused new password; INVALID_CREDENTIALS, MFA_REQUIRED,
   * RATE_LIMITED as a login of the account that the address has; CONFLICT for a member; LICENSE_LIMIT_REACHED
   */
  async accept(ctx: RequestContext, given: AcceptanceGiven, kind: SessionKind = 'token'): Promise<Login> {
    if (kind === 'browser') ownPage(ctx);
    const { credentials, sessions } = this.options;
    const holder = await this.holder(ctx, given.token);
    const person = { id: newId(), name: given.name.trim() };
    const known = await this.verified(ctx, holder, { ...given, ...person });
    const account = await this.admit(ctx, holder, { ...person, ...known });
    const login = await sessions.open(account, ctx, { kind });
    credentials.rememberDevice(ctx, account.emailKey, kind);
    return login;
  }

  /**
   * Makes the caller, whose address was invited, a member as well; a session of the new organization takes the place of that of the request.
   * @throws {AppError} NOT_FOUND, GONE, CONFLICT, LICENSE_LIMIT_REACHED, SINGLE_SIGN_ON_REQUIRED as `accept`; FORBIDDEN for an invitation
   * of another address, and for an API key; REAUTHENTICATION_REQUIRED where an identity provider has proved last who the caller is
   */
  async join(ctx: RequestContext, token: string, kind: SessionKind = 'token'): Promise<Login> {
    if (kind === 'browser') ownPage(ctx);
    currentOf(ctx);
    const { credentials, sessions } = this.options;
    const holder = await this.holder(ctx, token);
    const caller = await credentials.readCaller(ctx);
    if (accountKey(holder.email) !== caller.emailKey)
      throw new AppError('FORBIDDEN', 'this invitation is for another e-mail address than that of your account');
    requireProof(ctx, caller);
    const { name, passwordHash } = caller;
    if (passwordHash === null) throw new Error('an account without a password has proved itself');
    const account = await this.admit(ctx, holder, { id: newId(), name, passwordHash, isNew: false });
    return openSuccessor(ctx, sessions, { target: account, kind });
  }

  /** The password of the account that the address has, once it was verified; else the new one, hashed. */
  private async verified(
    ctx: RequestContext,
    holder: TokenHolder,
    { id, name, password, otp }: AcceptanceGiven & { id: string },
  ): Promise<{ passwordHash: string; isNew: boolean }> {
    const { credentials, hasher, mfa, policy } = this.options;
    const { email, organization, tenantId, role } = holder;
    const emailKey = accountKey(email);
    const found = await credentials.store.find(emailKey);
    if (!found?.passwordHash) {
      policy.check(password, { email, name, organization });
      return { passwordHash: await hasher.hash(password), isNew: true };
    }
    const guess = credentials.guessOf(ctx, emailKey);
    const { passwordHash } = await credentials.ofPerson(ctx, guess, { found, password });
    const member = {
      id,
      tenantId,
      email,
      emailKey,
      name,
      role,
      lastLoginAt: null,
      isProviderOnly: false,
      language: null,
    };
    const accounts = await credentials.store.ofAddress(emailKey);
    await mfa.demand({ ctx, guess, accounts, account: { ...found, ...member } }, otp ?? null);
    await credentials.succeed(guess);
    return { passwordHash, isNew: false };
  }

  /**
   * Makes the membership, for one of several concurrent uses of the link.
   * @param person `passwordHash` that was verified, or is new
   */
  private async admit(
    ctx: RequestContext,
    holder: TokenHolder,
    person: { id: string; name: string; passwordHash: string; isNew: boolean },
  ): Promise<Account> {
    const { database } = this.options;
    const { tenantId, email, role, tokenHash: hash } = holder;
    const { id, name } = person;
    const enforced = await enforcedSignOnOf(database, accountKey(email));
    const isProviderOnly = enforced?.tenantId === tenantId;
    const now = ctx.clock.now();
    const admitted = await database.within({ kind: 'tenant', tenantId }, () =>
      database.fork().transactional(async (em) => {
        await checkUserLimit(em, await lockTenant(em, tenantId));
        await take(em, holder, hash, now);
        await refuseMember(em, tenantId, email);
        const account = await accountFor(em, {
          ...person,
          tenantId,
          email,
          isProviderOnly,
          language: ctx.language,
          now,
        });
        const { accountId } = account;
        const known = knownToOrganization(account, isProviderOnly);
        const language = known.language ?? ctx.language;
        const key = { email, emailKey: accountKey(email) };
        const times = { credentialsChangedAt: now, createdAt: now };
        em.create(UserEntity, { id, tenantId, accountId, ...known, ...key, ...times, language, name, role });
        await em.flush();
        const actor = { type: 'user', id, apiKeyId: null, address: ctx.address, requestId: ctx.requestId } as const;
        const change = { before: { status: 'pending' }, after: { status: 'accepted', user_id: id } };
        const about = { resourceType: 'invitation', resourceId: holder.id };
        await recordAuditAs(actor, em, { ...about, ...change, action: 'invitation.accepted', tenantId, at: now });
        return { ...account, ...key, language };
      }),
    );
    if (isProviderOnly) throw signOnRequired();
    const { accountId, passwordHash, mfaEnabled, language, ...key } = admitted;
    const credentials = { accountId, passwordHash, mfaEnabled, mfaSecret: null };
    return {
      id,
      tenantId,
      ...credentials,
      email: key.email,
      emailKey: key.emailKey,
      name,
      role,
      language,
      lastLoginAt: null,
      isProviderOnly,
    };
  }

  private async holder(ctx: RequestContext, token: string): Promise<TokenHolder> {
    const holder = await readByToken(this.options.database, tokenHash(token));
    if (!holder) throw notFound();
    if (!isOpen(holder, tokenHash(token), ctx.clock.now())) throw gone();
    return holder;
  }
}

interface Joining {
  tenantId: string;
  email: string;
  passwordHash: string;
  /** Whether the password is a new one. */
  isNew: boolean;
  isProviderOnly: boolean;
  /** Of a new account; null where it is not known. */
  language: Language | null;
  now: Date;
}

/**
 * The account that joins, as it was when its password was verified. An account without a password gets the new one, of whoever has its
 * mailbox: that opens nothing but this membership, since providers let it into the others.
 * @throws {AppError} CONFLICT where the account was changed, made or deleted meanwhile
 */
async function accountFor(em: EntityManager, joining: Joining): Promise<RegisteredAccount> {
  const { tenantId, email, passwordHash, isNew, isProviderOnly, language, now } = joining;
  const wanted = isProviderOnly && isNew ? null : passwordHash;
  const account = await registerAccount(em, { tenantId, email, passwordHash: wanted, language, at: now });
  if (account.isNew) {
    if (!isNew) throw changedMeanwhile();
    return account;
  }
  if (!isNew) {
    if (account.passwordHash !== passwordHash) throw changedMeanwhile();
    return account;
  }
  if (account.passwordHash !== null) throw changedMeanwhile();
  if (wanted === null) return account;
  const { accountId } = account;
  await withinAccount(em, { tenantId, accountId }, () =>
    query(em)
      .updateTable('accounts')
      .set({ password_hash: wanted, credentials_changed_at: now })
      .where('id', '=', accountId)
      .execute(),
  );
  return { ...account, passwordHash: wanted };
}

function changedMeanwhile(): AppError {
  return new AppError('CONFLICT', 'the account of this address was changed meanwhile: open the link again');
}

/** Refusal of a link that works no more. */
function gone(): AppError {
  return new AppError('GONE', 'this invitation was used, replaced or revoked, or has expired');
}

/** Marks the invitation as accepted, for one of several concurrent uses of its link. @throws {AppError} GONE */
async function take(em: EntityManager, { id, tenantId }: TokenHolder, hash: string, now: Date): Promise<void> {
  const taken = await query(em)
    .updateTable('invitations')
    .set({ status: 'accepted' })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'pending')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw gone();
}
