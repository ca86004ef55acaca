import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { ServiceAccountType } from './service-account.type.js';

/** Service accounts that the caller may see (those they are responsible for, or for an admin all), by name. */
export async function readServiceAccounts(ctx: RequestContext): Promise<ServiceAccountType[]> {
  const found = await visibleAccounts(ctx).orderBy('s.disabled_at').orderBy('s.name').orderBy('s.id').execute();
  return found.map(accountOf);
}

/** A service account that the caller may see. @throws {AppError} NOT_FOUND for any other */
export async function readServiceAccount(ctx: RequestContext, id: string): Promise<ServiceAccountType> {
  const found = await visibleAccounts(ctx).where('s.id', '=', id).executeTakeFirst();
  if (!found) throw notFound();
  return accountOf(found);
}

function visibleAccounts({ em, viewer, clock }: RequestContext) {
  const accounts = query(em)
    .selectFrom('service_accounts as s')
    .innerJoin('users as r', (join) =>
      join.onRef('r.tenant_id', '=', 's.tenant_id').onRef('r.id', '=', 's.responsible_id'),
    )
    .innerJoin('users as c', (join) => join.onRef('c.tenant_id', '=', 's.tenant_id').onRef('c.id', '=', 's.created_by'))
    .select(['s.id', 's.name', 's.role', 's.created_at', 's.disabled_at', 's.responsible_id', 's.created_by'])
    .select(['r.name as responsible_name', 'c.name as creator_name'])
    .select((eb) =>
      eb
        .selectFrom('api_keys as k')
        .select((inner) => inner.cast<number>(inner.fn.countAll(), 'integer').as('count'))
        .whereRef('k.tenant_id', '=', 's.tenant_id')
        .whereRef('k.service_account_id', '=', 's.id')
        .where('k.revoked_at', 'is', null)
        .where('k.expires_at', '>', clock.now())
        .as('active_keys'),
    )
    .where('s.tenant_id', '=', viewer.tenantId);
  return viewer.role === 'admin' ? accounts : accounts.where('s.responsible_id', '=', viewer.userId);
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof visibleAccounts>['execute']>>[number];

function accountOf(found: AccountRow): ServiceAccountType {
  return {
    id: found.id,
    name: found.name,
    role: found.role,
    status: found.disabled_at === null ? 'active' : 'disabled',
    responsible: { id: found.responsible_id, name: found.responsible_name },
    createdBy: { id: found.created_by, name: found.creator_name },
    createdAt: found.created_at,
    disabledAt: found.disabled_at,
    activeKeys: found.active_keys ?? 0,
  };
}
