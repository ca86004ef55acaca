import type { RequestContext } from '../../context.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { row, sql, type Database } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { LoginFailures } from './login-failures.js';
import type { Role } from '../../access/roles.js';

/** An account with what proves who somebody is. Never leaves the service. */
export interface Account {
  id: string;
  tenant_id: string;
  email: string;
  email_key: string;
  name: string;
  role: Role;
  password_hash: string | null;
  mfa_enabled: boolean;
  /** Sealed. */
  mfa_secret: string | null;
  last_login_at: Date | null;
}

const COLUMNS = sql`
  id, tenant_id, email, email_key, name, role, password_hash, mfa_enabled, mfa_secret, last_login_at`;

const WRONG_LOGIN = 'e-mail address or password is wrong';

/** Checks passwords, and sees to it that nobody guesses for long, at login or with a token that was stolen. */
export class Credentials {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly failures: LoginFailures,
  ) {}

  /**
   * The account of an address whose password is right.
   * @param key see `accountKey`
   * @throws {AppError} INVALID_CREDENTIALS for an unknown address and a wrong password alike, after the same work;
   * RATE_LIMITED
   */
  async ofAddress(key: string, password: string): Promise<Account> {
    await this.failures.refuseWhenThrottled(key);
    const account = await this.database.within({ kind: 'login', email: key }, () =>
      row(
        this.database.fork(),
        sql<Account>`select ${COLUMNS} from users where email_key = ${key} and removed_at is null`,
      ),
    );
    const isRight = await this.hasher.verify(account?.password_hash ?? null, password);
    await this.judge(key, isRight, WRONG_LOGIN);
    if (!account) throw new Error('a password was right for nobody');
    return account;
  }

  /** The caller's account, known by their password too. @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED */
  async ofCaller(ctx: RequestContext, password: string): Promise<Account> {
    const account = await this.readCaller(ctx);
    await this.guess(
      account.email_key,
      () => this.hasher.verify(account.password_hash, password),
      'the password is wrong',
    );
    return account;
  }

  /** The caller's account, known by their token alone. */
  async readCaller({ em, viewer }: RequestContext): Promise<Account> {
    const account = await row(
      em,
      sql<Account>`
        select ${COLUMNS} from users
        where id = ${viewer.userId} and tenant_id = ${viewer.tenantId} and removed_at is null`,
    );
    if (!account) throw notFound();
    return account;
  }

  /** Lets a guess of `key` pass that is right; a wrong one counts. @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED */
  async guess(key: string, isRight: () => Promise<boolean>, refusal: string): Promise<void> {
    await this.failures.refuseWhenThrottled(key);
    await this.judge(key, await isRight(), refusal);
  }

  /** Forgets the failures of an account whose holder has proved who they are, by everything that is asked of them. */
  forgetFailures(key: string): Promise<void> {
    return this.failures.clear(key);
  }

  private async judge(key: string, isRight: boolean, refusal: string): Promise<void> {
    if (!isRight) {
      await this.failures.count(key);
      throw new AppError('INVALID_CREDENTIALS', refusal);
    }
    // Asked again: of many guesses at the same time, the eleventh learns nothing, even where it is right.
    await this.failures.refuseWhenThrottled(key);
  }
}
