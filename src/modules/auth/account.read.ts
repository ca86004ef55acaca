import type { RequestContext } from '../../context.js';
import type { Language } from '../../messages/language.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Person } from './sessions.js';

/** People of a tenant as their profiles show them, removed ones included. */
export function people(em: EntityManager, tenantId: string) {
  return query(em)
    .selectFrom('users')
    .select(['id', 'email', 'name', 'role', 'mfa_enabled as mfaEnabled', 'last_login_at as lastLogin'])
    .select((eb) => eb.ref('language').$castTo<Language | null>().as('language'))
    .where('tenant_id', '=', tenantId);
}

/** Account of the caller. @throws {AppError} NOT_FOUND when it was deleted */
export async function readAccount({ em, viewer }: RequestContext): Promise<Person> {
  const account = await people(em, viewer.tenantId).where('id', '=', viewer.userId).executeTakeFirst();
  if (!account) throw notFound();
  return account;
}
