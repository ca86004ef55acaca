import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { recordAuditAs, SYSTEM } from '../audit/audit.js';
import { emitEvent } from '../events/outbox.js';

/** How a connection was lost. */
export interface LostConnection {
  tenantId: string;
  integrationId: string;
  /** The scan that found it out. */
  scanId: string;
  error: { code: string; message: string };
  at: Date;
}

/**
 * Writes that an integration cannot be reached any more, in the transaction of `em`: it is in error, and who asked for it is
 * told once. Nothing is told of one that is in error or disconnected already.
 */
export async function loseConnection(em: EntityManager, lost: LostConnection): Promise<void> {
  const { tenantId, integrationId, scanId, error, at } = lost;
  const failed = await row(
    em,
    sql<{ type: string }>`
      update integrations set status = 'error', error = ${JSON.stringify(error)}::jsonb
      where tenant_id = ${tenantId} and id = ${integrationId} and status = 'connected' returning type`,
  );
  if (!failed) return;
  const [before, after] = [{ status: 'connected' }, { status: 'error', error }];
  await emitEvent(em, tenantId, {
    event: 'integration.disconnected',
    subject: `integration ${integrationId} lost by scan ${scanId}`,
    data: {
      integration_id: integrationId,
      type: failed.type,
      previous_status: before.status,
      new_status: after.status,
      error,
    },
  });
  const action = 'integration.connection_lost';
  await recordAuditAs(SYSTEM, em, {
    tenantId,
    at,
    action,
    resourceType: 'integration',
    resourceId: integrationId,
    before,
    after,
  });
}

/** Writes that integrations were read to their end: what they were in error for is over. */
export async function confirmConnections(
  em: EntityManager,
  { tenantId, integrationIds, at }: { tenantId: string; integrationIds: string[]; at: Date },
): Promise<void> {
  await rows(
    em,
    sql`update integrations set last_scan_at = ${at}, scans_completed = scans_completed + 1, error = null,
          status = case when status = 'error' then 'connected' else status end
        where tenant_id = ${tenantId} and id = any(${integrationIds}::uuid[])`,
  );
}
