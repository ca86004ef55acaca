import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { accountKey } from '../auth/account-key.rules.js';
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
    .select(['rate_limit_per_minute', 'partial_assessments', 'default_role', 'mfa_required_from', 'created_at'])
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

/** @throws {AppError} CONFLICT for the address of a member of the tenant */
export async function refuseMember(em: EntityManager, tenantId: string, email: string): Promise<void> {
  const member = await query(em)
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('email_key', '=', accountKey(email))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (member) throw new AppError('CONFLICT', 'this e-mail address is a member’s already');
}
