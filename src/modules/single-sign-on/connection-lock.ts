import { query, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { AuditEntry } from '../audit/audit.js';
import type { ActionOn } from '../audit/audit-actions.js';
import { lockTenant } from '../organizations/tenant-lock.js';
import { IdentityConnectionEntity, type IdentityConnection } from './identity-connection.entity.js';

/**
 * A connection, with its tenant locked until the transaction ends: no log-in by it changes members meanwhile.
 * @throws {AppError} NOT_FOUND
 */
export async function lockConnection(em: EntityManager, tenantId: string, id: string): Promise<IdentityConnection> {
  await lockTenant(em, tenantId);
  const connection = await em.findOne(IdentityConnectionEntity, { id, tenantId });
  if (!connection) throw notFound();
  return connection;
}

/** Whether the organization holds a domain. */
export async function holdsDomain(em: EntityManager, tenantId: string): Promise<boolean> {
  const held = await query(em)
    .selectFrom('email_domains')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('verified_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

/** Entry of the audit trail about a connection. */
export function connectionEntry(
  change: ActionOn<'identity_connection'>,
  resourceId: string,
  before: AuditEntry['before'] = null,
  after: AuditEntry['after'] = null,
): AuditEntry {
  return { action: `identity_connection.${change}`, resourceType: 'identity_connection', resourceId, before, after };
}
