import { query, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { ExceptionStatus } from './exception-states.js';

/** What a change of a locked exception needs to know of it. */
export interface LockedException {
  id: string;
  status: ExceptionStatus;
  proposedBy: string;
  ownerId: string;
  expiresOn: string;
}

/** An exception that nobody else changes until the transaction ends. @throws {AppError} NOT_FOUND */
export async function lockException(em: EntityManager, tenantId: string, id: string): Promise<LockedException> {
  const found = await query(em)
    .selectFrom('exceptions')
    .select(['id', 'proposed_by as proposedBy', 'owner_id as ownerId'])
    .select((eb) => [
      eb.ref('status').$castTo<ExceptionStatus>().as('status'),
      eb.cast<string>('expires_on', 'text').as('expiresOn'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}
