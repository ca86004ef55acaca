import { row, sql, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { TIERS, type LicenseTier } from './tiers.js';

/** What of a tenant decides on its members. */
export interface LockedTenant {
  id: string;
  name: string;
  license_tier: LicenseTier;
  frameworks: string[];
  timezone: string;
  retention_days: number;
  hipaa_privacy: boolean;
}

/**
 * The tenant, held until the transaction ends: whoever else adds, removes or demotes a member waits, and then sees what was
 * done. Rows that merely point to the tenant can be written meanwhile.
 */
export async function lockTenant(em: EntityManager, tenantId: string): Promise<LockedTenant> {
  const tenant = await row(
    em,
    sql<LockedTenant>`
      select id, name, license_tier, frameworks, timezone, retention_days, hipaa_privacy
      from tenants where id = ${tenantId} for no key update`,
  );
  if (!tenant) throw notFound();
  return tenant;
}

/** @throws {AppError} LICENSE_LIMIT_REACHED when the tenant has as many members as its tier allows */
export async function requireSeat(em: EntityManager, { id, license_tier: tier }: LockedTenant): Promise<void> {
  const { usersMax } = TIERS[tier];
  const taken = await row(
    em,
    sql<{ users: number }>`
      select count(*)::int as users from users where tenant_id = ${id} and removed_at is null`,
  );
  if ((taken?.users ?? 0) < usersMax) return;
  throw new AppError('LICENSE_LIMIT_REACHED', `the tier ${tier} allows ${usersMax} users`);
}
