import type { RequestContext } from '../../context.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { securityEvents } from '../security-events/security-events.js';
import { refuseEnforced } from './enforced-sign-on.js';
import type { Guess } from './guess.rules.js';
import type { LoginFailures } from './login-failures.js';
import type { Role } from '../../access/roles.js';

/** An account with its credentials. Not part of any response. */
export interface Account {
  id: string;
  tenantId: string;
  email: string;
  emailKey: string;
  name: string;
  role: Role;
  passwordHash: string | null;
  mfaEnabled: boolean;
  /** Sealed seed of one-time codes. */
  mfaSecret: string | null;
  lastLoginAt: Date | null;
}

/** A guess with the request that it is made in, and the account that it is at; null for an unknown one. */
export interface Attempt {
  ctx: RequestContext;
  guess: Guess;
  account: Account | null;
}

const WRONG_LOGIN = 'e-mail address or password is wrong';

/** Verification of passwords and codes, with a limit on guesses: at login, and where an operation asks again. */
export class Credentials {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly failures: LoginFailures,
  ) {}

  /**
   * Account of an address, after its password was verified.
   * @throws {AppError} INVALID_CREDENTIALS for an unknown address and a wrong password alike, after the same work;
   * RATE_LIMITED
   */
  async ofAddress(ctx: RequestContext, guess: Guess, password: string): Promise<Account> {
    await this.failures.refuseWhenThrottled(guess);
    const key = guess.account;
    const account = await this.find(key);
    const isRight = await this.hasher.verify(account?.passwordHash ?? null, password);
    const attempt = { ctx, guess, account };
    if (!isRight) countFailed(attempt, 'password');
    await this.settle(attempt, isRight, WRONG_LOGIN);
    if (!account) throw new Error('a verified password has no account');
    return account;
  }

  /** Account of an address, by its key; null for none. Nothing is verified. */
  async find(emailKey: string): Promise<Account | null> {
    const found = await this.database.within({ kind: 'login', email: emailKey }, () =>
      accounts(this.database.fork()).where('email_key', '=', emailKey).executeTakeFirst(),
    );
    return found ?? null;
  }

  /** Account of a link for a new password, by the hash of its token; null for an unknown one and for one that has expired. */
  async findByReset(hash: string, now: Date): Promise<Account | null> {
    const found = await this.database.within({ kind: 'credential', hash }, () =>
      accounts(this.database.fork())
        .where('password_reset_hash', '=', hash)
        .where('password_reset_expires_at', '>', now)
        .executeTakeFirst(),
    );
    return found ?? null;
  }

  /**
   * Account of the caller, after their password was verified.
   * @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED, SINGLE_SIGN_ON_REQUIRED
   */
  async ofCaller(ctx: RequestContext, password: string): Promise<Account> {
    const account = await this.provingCaller(ctx);
    const isRight = () => this.hasher.verify(account.passwordHash, password);
    await this.guess({ ctx, account, guess: inSession(account) }, isRight, 'the password is wrong');
    return account;
  }

  /**
   * Account of the caller, who is about to prove themselves in a session by a credential of their own: one that may not log
   * in proves nothing there either. @throws {AppError} NOT_FOUND, SINGLE_SIGN_ON_REQUIRED
   */
  async provingCaller(ctx: RequestContext): Promise<Account> {
    const account = await this.readCaller(ctx);
    await refuseEnforced(this.database, account);
    return account;
  }

  /** Account of the caller, by their token only. @throws {AppError} NOT_FOUND when it was deleted */
  async readCaller({ em, viewer }: RequestContext): Promise<Account> {
    const account = await accounts(em)
      .where('id', '=', viewer.userId)
      .where('tenant_id', '=', viewer.tenantId)
      .executeTakeFirst();
    if (!account) throw notFound();
    return account;
  }

  /** Verifies a guess; a wrong one is counted. @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED */
  async guess(attempt: Attempt, isRight: () => Promise<boolean>, refusal: string): Promise<void> {
    await this.failures.refuseWhenThrottled(attempt.guess);
    await this.settle(attempt, await isRight(), refusal);
  }

  /** Forgets the failures that led to a complete login, and knows the client's address from now on. */
  succeed(guess: Guess): Promise<void> {
    return this.failures.succeed(guess);
  }

  private async settle({ ctx, guess, account }: Attempt, isRight: boolean, refusal: string): Promise<void> {
    if (!isRight) {
      for (const counter of await this.failures.count(guess))
        securityEvents(ctx).countOfAccount(ctx, account, { kind: 'login.locked', details: { counter } });
      throw new AppError('INVALID_CREDENTIALS', refusal);
    }
    // Asked again: of many guesses at the same time, the eleventh learns nothing, even where it is right.
    await this.failures.refuseWhenThrottled(guess);
  }
}

/** A guess of the caller, in a session of their own: what strangers guess does not count. */
export function inSession({ emailKey }: Pick<Account, 'emailKey'>): Guess {
  return { account: emailKey, address: null, isInSession: true };
}

/** Counts a failed log-in. @param reason the factor that was wrong, or `single_sign_on` where it replaces the account's own */
export function countFailed(
  { ctx, account }: Attempt,
  reason: 'password' | 'code' | 'passkey' | 'single_sign_on',
): void {
  securityEvents(ctx).countOfAccount(ctx, account, { kind: 'login.failed', details: { reason } });
}

/** Accounts that may log in, with their credentials. */
export function accounts(em: EntityManager) {
  return query(em)
    .selectFrom('users')
    .select(['id', 'tenant_id as tenantId', 'email', 'email_key as emailKey', 'name', 'role'])
    .select(['password_hash as passwordHash', 'mfa_enabled as mfaEnabled', 'mfa_secret as mfaSecret'])
    .select('last_login_at as lastLoginAt')
    .where('removed_at', 'is', null);
}
