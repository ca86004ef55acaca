import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { HOUR, MINUTE, SECOND, type Clock } from '../../platform/clock.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import type { Tokens } from '../../platform/crypto/tokens.js';
import { row, rows, sql, type Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Role } from './roles.js';

/** Life of an access token. Source: schema/README.md, "Login". */
const TOKEN_LIFETIME_MS = HOUR;
/** Failures of one account before it must wait, and for how long they count. */
const FAILURES_MAX = 10;
const FAILURE_WINDOW_MS = 15 * MINUTE;

export interface Login {
  accessToken: string;
  tokenType: 'Bearer';
  /** Seconds. */
  expiresIn: number;
  user: Account;
  tenant: { tenantId: string; name: string; licenseTier: string };
}

/** A person as the profile shows them. */
export interface Account {
  id: string;
  email: string;
  name: string;
  role: Role;
  mfaEnabled: boolean;
  lastLogin: Date | null;
}

interface AccountRow {
  id: string;
  tenant_id: string;
  email: string;
  name: string;
  role: Role;
  password_hash: string | null;
  mfa_enabled: boolean;
  last_login_at: Date | null;
}

/** Turns an address and a password into an access token. */
export class LoginService {
  private readonly failures = new RateLimiterMemory({ points: FAILURES_MAX, duration: FAILURE_WINDOW_MS / SECOND });

  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly tokens: Tokens,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws {AppError} INVALID_CREDENTIALS for an unknown address and a wrong password alike, after the same work;
   * RATE_LIMITED after 10 failures of one address in 15 minutes
   */
  async login(email: string, password: string): Promise<Login> {
    const key = accountKey(email);
    await this.refuseWhenThrottled(key);
    const account = await this.findAccount(key);
    const isRight = await this.hasher.verify(account?.password_hash ?? null, password);
    if (!account || !isRight) {
      await this.countFailure(key);
      throw new AppError('INVALID_CREDENTIALS', 'e-mail address or password is wrong');
    }
    // Asked again: of many guesses at the same time, the eleventh learns nothing, even where it is right.
    await this.refuseWhenThrottled(key);
    await this.failures.delete(key);
    return this.database.within({ kind: 'tenant', tenantId: account.tenant_id }, () => this.open(account));
  }

  private async refuseWhenThrottled(key: string): Promise<void> {
    const state: RateLimiterRes | null = await this.failures.get(key);
    if (state && state.consumedPoints >= FAILURES_MAX) throw throttled(state);
  }

  /** @throws {AppError} RATE_LIMITED for a failure too many: one of those that came at the same time */
  private async countFailure(key: string): Promise<void> {
    try {
      await this.failures.consume(key);
    } catch (rejected) {
      throw rejected instanceof RateLimiterRes ? throttled(rejected) : rejected;
    }
  }

  private findAccount(key: string): Promise<AccountRow | null> {
    return this.database.within({ kind: 'login', email: key }, () =>
      row(
        this.database.fork(),
        sql<AccountRow>`
          select id, tenant_id, email, name, role, password_hash, mfa_enabled, last_login_at
          from users where lower(email) = ${key}`,
      ),
    );
  }

  private async open(account: AccountRow): Promise<Login> {
    const now = this.clock.now();
    const em = this.database.fork();
    await rows(em, sql`update users set last_login_at = ${now} where id = ${account.id}`);
    const tenant = await row(
      em,
      sql<{ id: string; name: string; license_tier: string }>`
        select id, name, license_tier from tenants where id = ${account.tenant_id}`,
    );
    if (!tenant) throw new Error('an account has no tenant');
    // To the millisecond: a password changed in the same second must end this token, and not the next one.
    const issuedAt = now.getTime() / SECOND;
    const expiresIn = TOKEN_LIFETIME_MS / SECOND;
    const claims = { userId: account.id, tenantId: account.tenant_id, role: account.role };
    return {
      accessToken: this.tokens.sign({ ...claims, issuedAt, expiresAt: Math.round(issuedAt) + expiresIn }, 'access'),
      tokenType: 'Bearer',
      expiresIn,
      user: {
        id: account.id,
        email: account.email,
        name: account.name,
        role: account.role,
        mfaEnabled: account.mfa_enabled,
        lastLogin: now,
      },
      tenant: { tenantId: tenant.id, name: tenant.name, licenseTier: tenant.license_tier },
    };
  }
}

function throttled({ msBeforeNext }: RateLimiterRes): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / SECOND));
  return new AppError('RATE_LIMITED', 'too many failed logins, try again later', { retryAfterSeconds });
}

/** One spelling for all spellings of an address: an address belongs to one account, without case. */
export function accountKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
