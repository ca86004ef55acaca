import { HOUR, SECOND } from '../../platform/clock.js';
import type { Tokens } from '../../platform/crypto/tokens.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Account } from './credentials.js';
import type { Role } from '../../access/roles.js';

/** Lifetime of an access token. Source: schema/contract/accounts.md, "Login". */
const TOKEN_LIFETIME_MS = HOUR;

export interface Login {
  accessToken: string;
  tokenType: 'Bearer';
  /** Lifetime of the token. Seconds. */
  expiresIn: number;
  user: Person;
  tenant: TenantSummary;
}

/** A user as returned in profiles. */
export interface Person {
  id: string;
  email: string;
  name: string;
  role: Role;
  mfaEnabled: boolean;
  lastLogin: Date | null;
}

export interface TenantSummary {
  tenantId: string;
  name: string;
  licenseTier: string;
}

type AccountHolder = Pick<Account, 'id' | 'tenantId' | 'email' | 'name' | 'role' | 'mfaEnabled' | 'lastLoginAt'>;

/** Access tokens of people whose credentials were verified. */
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly tokens: Tokens,
  ) {}

  /**
   * Logs an account in, unless it has changed since its password was verified.
   * @throws {AppError} INVALID_CREDENTIALS when its password or codes were changed or it was deleted meanwhile
   */
  open(account: AccountHolder & Pick<Account, 'passwordHash'>, now: Date): Promise<Login> {
    return this.database.within({ kind: 'tenant', tenantId: account.tenantId }, async () => {
      const em = this.database.fork();
      const opened = await query(em)
        .updateTable('users')
        .set({ last_login_at: now })
        .where('id', '=', account.id)
        .where('tenant_id', '=', account.tenantId)
        .where('removed_at', 'is', null)
        .where('password_hash', 'is not distinct from', account.passwordHash)
        .where('mfa_enabled', '=', account.mfaEnabled)
        .executeTakeFirst();
      if (opened.numUpdatedRows === 0n)
        throw new AppError('INVALID_CREDENTIALS', 'e-mail address or password is wrong');
      return this.of({ ...account, lastLoginAt: now }, await this.tenantOf(em, account.tenantId), now);
    });
  }

  /** Token of an account, with its user. */
  of(account: AccountHolder, tenant: TenantSummary, now: Date): Login {
    // To the millisecond: a password changed in the same second must end this token, and not the next one.
    const issuedAt = now.getTime() / SECOND;
    const expiresIn = TOKEN_LIFETIME_MS / SECOND;
    const { id, email, name, role, tenantId, mfaEnabled, lastLoginAt: lastLogin } = account;
    const claims = { userId: id, tenantId, role, issuedAt, expiresAt: Math.round(issuedAt) + expiresIn };
    return {
      accessToken: this.tokens.sign(claims, 'access'),
      tokenType: 'Bearer',
      expiresIn,
      user: { id, email, name, role, mfaEnabled, lastLogin },
      tenant,
    };
  }

  async tenantOf(em: EntityManager, tenantId: string): Promise<TenantSummary> {
    const tenant = await query(em)
      .selectFrom('tenants')
      .select(['id as tenantId', 'name', 'license_tier as licenseTier'])
      .where('id', '=', tenantId)
      .executeTakeFirst();
    if (!tenant) throw new Error('an account has no tenant');
    return tenant;
  }
}
