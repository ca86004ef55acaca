import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { TenantEntity, type Tenant } from './tenant.entity.js';
import { TIERS } from './tiers.js';

/**
 * The tenant, locked until the transaction ends: other changes of its members wait, and then see the result. Rows that
 * merely refer to the tenant can be written meanwhile, which MikroORM's own locks would not allow.
 * @throws {AppError} NOT_FOUND
 */
export async function lockTenant(em: EntityManager, tenantId: string): Promise<Tenant> {
  const found = await query(em)
    .selectFrom('tenants')
    .select(['id', 'name', 'license_tier', 'frameworks', 'timezone', 'retention_days', 'hipaa_privacy'])
    .select(['rate_limit_per_minute', 'created_at'])
    .where('id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  return em.map(TenantEntity, found);
}

/** @throws {AppError} LICENSE_LIMIT_REACHED when the tenant has as many members as its tier allows */
export async function checkUserLimit(
  em: EntityManager,
  { id, licenseTier }: Pick<Tenant, 'id' | 'licenseTier'>,
): Promise<void> {
  const { usersMax } = TIERS[licenseTier];
  const { users } = await query(em)
    .selectFrom('users')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('users'))
    .where('tenant_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (users < usersMax) return;
  throw new AppError('LICENSE_LIMIT_REACHED', `the tier ${licenseTier} allows ${usersMax} users`);
}
