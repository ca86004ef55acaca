import type { RequestContext } from '../../context.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
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
   * @param key see `accountKey`
   * @throws {AppError} INVALID_CREDENTIALS for an unknown address and a wrong password alike, after the same work;
   * RATE_LIMITED
   */
  async ofAddress(key: string, password: string): Promise<Account> {
    await this.failures.refuseWhenThrottled(key);
    const account = await this.database.within({ kind: 'login', email: key }, () =>
      accounts(this.database.fork()).where('email_key', '=', key).executeTakeFirst(),
    );
    const isRight = await this.hasher.verify(account?.passwordHash ?? null, password);
    await this.settle(key, isRight, WRONG_LOGIN);
    if (!account) throw new Error('a verified password has no account');
    return account;
  }

  /** Account of the caller, after their password was verified. @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED */
  async ofCaller(ctx: RequestContext, password: string): Promise<Account> {
    const account = await this.readCaller(ctx);
    await this.guess(
      account.emailKey,
      () => this.hasher.verify(account.passwordHash, password),
      'the password is wrong',
    );
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

  /** Verifies a guess for the account `key`; a wrong one is counted. @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED */
  async guess(key: string, isRight: () => Promise<boolean>, refusal: string): Promise<void> {
    await this.failures.refuseWhenThrottled(key);
    await this.settle(key, await isRight(), refusal);
  }

  /** Clears the failures of an account after a complete login. */
  forgetFailures(key: string): Promise<void> {
    return this.failures.clear(key);
  }

  private async settle(key: string, isRight: boolean, refusal: string): Promise<void> {
    if (!isRight) {
      await this.failures.count(key);
      throw new AppError('INVALID_CREDENTIALS', refusal);
    }
    // Asked again: of many guesses at the same time, the eleventh learns nothing, even where it is right.
    await this.failures.refuseWhenThrottled(key);
  }
}

/** Accounts that may log in. */
function accounts(em: EntityManager) {
  return query(em)
    .selectFrom('users')
    .select(['id', 'tenant_id as tenantId', 'email', 'email_key as emailKey', 'name', 'role'])
    .select(['password_hash as passwordHash', 'mfa_enabled as mfaEnabled', 'mfa_secret as mfaSecret'])
    .select('last_login_at as lastLoginAt')
    .where('removed_at', 'is', null);
}
