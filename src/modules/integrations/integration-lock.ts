import { query, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { IntegrationEntity, type Integration } from './integration.entity.js';

/**
 * The integration, locked until the transaction ends. Votes and evidence, which refer to it, do not wait for the lock.
 * @throws {AppError} NOT_FOUND
 */
export async function lockIntegration(em: EntityManager, tenantId: string, id: string): Promise<Integration> {
  const found = await query(em)
    .selectFrom('integrations')
    .select(['id', 'tenant_id', 'type', 'name', 'status', 'config', 'credentials', 'import_key', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  return em.map(IntegrationEntity, found);
}
