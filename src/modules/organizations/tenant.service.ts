import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { PasswordHasher } from '../../platform/crypto/password.js';
import { row, rows, sql, violatedConstraint, type Database } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { accountKey } from '../auth/login.service.js';
import { ROLES, type Role } from '../auth/roles.js';
import { defaultFrameworks, TIERS, type LicenseTier } from './tiers.js';
import { TenantEntity } from './tenant.entity.js';
import { UserEntity } from './user.entity.js';

const PASSWORD_LENGTH_MIN = 12;

const NewUser = z.object({
  email: z.email().max(320),
  name: z.string().trim().min(1).max(200),
  role: z.enum(ROLES),
  password: z.string().min(PASSWORD_LENGTH_MIN).max(1_024).nullable(),
});

export interface NewTenant {
  name: string;
  tier: LicenseTier;
  /** Slugs; null for the first ones of the tier. */
  frameworks: string[] | null;
  users: { email: string; name: string; role: Role; password: string | null }[];
}

/** Makes tenants and their first accounts. For operators: not reachable through the interface. */
export class TenantService {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the ids of the tenant and of its users, in the order given
   * @throws {AppError} VALIDATION_FAILED, CONFLICT when an address has an account, LICENSE_LIMIT_REACHED
   */
  async create(tenant: NewTenant): Promise<{ tenantId: string; userIds: string[] }> {
    const frameworks = checkedFrameworks(tenant);
    const users = tenant.users.map((user) => checkedUser(user));
    for (const user of users) await this.refuseTaken(user.email);
    const hashes = await Promise.all(users.map(async ({ password }) => (password ? this.hasher.hash(password) : null)));
    const tenantId = newId();
    const userIds = users.map(() => newId());
    const createdAt = this.clock.now();
    try {
      await this.database.within({ kind: 'tenant', tenantId }, () =>
        this.database.fork().transactional(async (em) => {
          em.create(TenantEntity, { id: tenantId, name: tenant.name, licenseTier: tenant.tier, frameworks, createdAt });
          await em.flush();
          await rows(em, sql`insert into postures (tenant_id) values (${tenantId})`);
          users.forEach((user, index) => {
            em.create(UserEntity, {
              id: userIds[index] ?? newId(),
              tenantId,
              email: user.email.trim(),
              name: user.name,
              role: user.role,
              passwordHash: hashes[index] ?? null,
              credentialsChangedAt: createdAt,
              createdAt,
            });
          });
        }),
      );
    } catch (err) {
      // Another was quicker, or two of these have the same address.
      if (violatedConstraint(err) === 'users_email_unique') throw addressTaken(err);
      throw err;
    }
    return { tenantId, userIds };
  }

  /**
   * Replaces the password of an account; tokens issued before are refused from then on.
   * @throws {AppError} VALIDATION_FAILED; NOT_FOUND for an address without an account
   */
  async setPassword(email: string, password: string): Promise<void> {
    if (password.length < PASSWORD_LENGTH_MIN) {
      throw AppError.invalid('/password', `must have at least ${PASSWORD_LENGTH_MIN} characters`);
    }
    const key = accountKey(email);
    const account = await this.database.within({ kind: 'login', email: key }, () =>
      row(
        this.database.fork(),
        sql<{ id: string; tenant_id: string }>`select id, tenant_id from users where lower(email) = ${key}`,
      ),
    );
    if (!account) throw notFound();
    const hash = await this.hasher.hash(password);
    await this.database.within({ kind: 'tenant', tenantId: account.tenant_id }, () =>
      rows(
        this.database.fork(),
        sql`update users set password_hash = ${hash}, credentials_changed_at = ${this.clock.now()}
            where id = ${account.id}`,
      ),
    );
  }

  private async refuseTaken(email: string): Promise<void> {
    const key = accountKey(email);
    const taken = await this.database.within({ kind: 'login', email: key }, () =>
      row(this.database.fork(), sql`select 1 from users where lower(email) = ${key}`),
    );
    if (taken) throw addressTaken();
  }
}

function addressTaken(cause?: unknown): AppError {
  return new AppError('CONFLICT', 'this e-mail address has an account already', { cause });
}

function checkedFrameworks({ tier, frameworks }: NewTenant): string[] {
  const wanted = frameworks ?? defaultFrameworks(tier);
  const missing = wanted.find((slug) => !TIERS[tier].frameworks.includes(slug));
  if (missing) throw new AppError('LICENSE_LIMIT_REACHED', `the tier ${tier} does not have the framework ${missing}`);
  if (wanted.length > TIERS[tier].frameworksMax) {
    throw new AppError(
      'LICENSE_LIMIT_REACHED',
      `the tier ${tier} allows ${TIERS[tier].frameworksMax} active frameworks`,
    );
  }
  return wanted;
}

function checkedUser(user: NewTenant['users'][number]): NewTenant['users'][number] {
  const parsed = NewUser.safeParse(user);
  if (parsed.success) return parsed.data;
  throw new AppError('VALIDATION_FAILED', 'the user is not valid', {
    details: parsed.error.issues.map((issue) => ({ field: `/${issue.path.join('/')}`, message: issue.message })),
  });
}
