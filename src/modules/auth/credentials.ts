import type { RequestContext } from '../../context.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import type { Database } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { securityEvents } from '../security-events/security-events.js';
import type { Account, AccountStore } from './account-store.js';
import { refuseEnforced } from './enforced-sign-on.js';
import type { Guess } from './guess.rules.js';
import type { KnownDevices } from './known-devices.js';
import type { LoginFailures } from './login-failures.js';
import type { SessionKind } from './session.type.js';

/** A guess with the request that it is made in, and the memberships that it would open; empty for an unknown account. */
export interface Attempt {
  ctx: RequestContext;
  guess: Guess;
  accounts: readonly Pick<Account, 'id' | 'tenantId'>[];
}

const WRONG_LOGIN = 'e-mail address or password is wrong';

/** Verification of passwords and codes, with a limit on guesses: at login, and where an operation asks again. */
export class Credentials {
  constructor(
    private readonly database: Database,
    readonly store: AccountStore,
    private readonly hasher: PasswordHasher,
    private readonly failures: LoginFailures,
    private readonly devices: KnownDevices,
  ) {}

  /** A guess of somebody who is not logged in. @param account its key, see `accountKey` */
  guessOf({ address, browser }: RequestContext, account: string): Guess {
    return { account, address, isInSession: false, device: this.devices.idOf(browser, account) };
  }

  /**
   * Memberships of an address that its password opens, after that was verified: at least one, the last used first.
   * @throws {AppError} INVALID_CREDENTIALS for an unknown address and a wrong password alike, after the same work;
   * RATE_LIMITED
   */
  async ofAddress(ctx: RequestContext, guess: Guess, password: string): Promise<[Account, ...Account[]]> {
    await this.failures.refuseWhenThrottled(guess);
    const accounts = await this.store.ofAddress(guess.account);
    const isRight = await this.hasher.verify(accounts[0]?.passwordHash ?? null, password);
    const attempt = { ctx, guess, accounts };
    if (!isRight) countFailed(attempt, 'password');
    await this.settle(attempt, isRight, WRONG_LOGIN);
    const [first, ...others] = accounts;
    if (!first) throw new Error('a verified password has no account');
    return [first, ...others];
  }

  /** Verifies the password of an account, whether or not it opens a membership yet. @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED */
  async ofPerson(
    ctx: RequestContext,
    guess: Guess,
    { found, password }: { found: { passwordHash: string | null }; password: string },
  ): Promise<{ passwordHash: string }> {
    await this.failures.refuseWhenThrottled(guess);
    const accounts = await this.store.ofAddress(guess.account);
    const isRight = await this.hasher.verify(found.passwordHash, password);
    const attempt = { ctx, guess, accounts };
    if (!isRight) countFailed(attempt, 'password');
    await this.settle(attempt, isRight, 'the password is not that of the account of this address');
    if (found.passwordHash === null) throw new Error('a verified password is none');
    return { passwordHash: found.passwordHash };
  }

  /**
   * Account of the caller, after their password was verified.
   * @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED, SINGLE_SIGN_ON_REQUIRED
   */
  async ofCaller(ctx: RequestContext, password: string): Promise<Account> {
    const account = await this.provingCaller(ctx);
    const isRight = () => this.hasher.verify(account.passwordHash, password);
    await this.guess(attemptInSession(ctx, account), isRight, 'the password is wrong');
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
  async readCaller({ viewer }: RequestContext): Promise<Account> {
    const account = await this.store.ofMember(viewer);
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

  /** Knows the browser that a session was opened in from now on; what is no browser is not known. */
  rememberDevice({ browser }: RequestContext, account: string, kind: SessionKind): void {
    if (kind === 'browser' && browser) this.devices.remember(browser, account);
  }

  private async settle({ ctx, guess, accounts }: Attempt, isRight: boolean, refusal: string): Promise<void> {
    if (!isRight) {
      for (const counter of await this.failures.count(guess))
        securityEvents(ctx).countOfAccounts(ctx, accounts, { kind: 'login.locked', details: { counter } });
      throw new AppError('INVALID_CREDENTIALS', refusal);
    }
    // Asked again: of many guesses at the same time, the eleventh learns nothing, even where it is right.
    await this.failures.refuseWhenThrottled(guess);
  }
}

/**
 * An attempt of the caller, in a session of their own: what strangers guess does not count. A member whom the identity provider of the
 * organization alone lets in is counted as such: whoever that provider vouches for must not use up the attempts that the account has elsewhere.
 */
export function attemptInSession<A extends Account>(ctx: RequestContext, account: A): Attempt & { account: A } {
  const { emailKey, isProviderOnly, id } = account;
  const counted = isProviderOnly ? `${emailKey} of member ${id}` : emailKey;
  return { ctx, account, accounts: [account], guess: { account: counted, address: null, isInSession: true } };
}

/** Counts a failed log-in. @param reason the factor that was wrong, or `single_sign_on` where it replaces the account's own */
export function countFailed(
  { ctx, accounts }: Attempt,
  reason: 'password' | 'code' | 'passkey' | 'single_sign_on',
): void {
  securityEvents(ctx).countOfAccounts(ctx, accounts, { kind: 'login.failed', details: { reason } });
}
