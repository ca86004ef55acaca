import { query, type EntityManager } from '../../platform/database/database.js';
import { SYSTEM } from '../../access/actor.js';
import { recordAuditAs } from '../audit/audit.js';
import { emitEvent } from '../events/outbox.js';
import { confirmScanned, type Scanned } from './connection.sql.js';

/** Loss of the connection to an integration. */
export interface LostConnection {
  tenantId: string;
  integrationId: string;
  /** Id of the scan that failed because of it. */
  scanId: string;
  error: { code: string; message: string };
  at: Date;
}

/**
 * Records, in the transaction of `em`, that an integration cannot be reached any more: its status becomes `error`, and
 * subscribers get one event. Has no effect when it is in error or disconnected already.
 */
export async function loseConnection(em: EntityManager, lost: LostConnection): Promise<void> {
  const { tenantId, integrationId, scanId, error, at } = lost;
  const failed = await query(em)
    .updateTable('integrations')
    .set({ status: 'error', error: JSON.stringify(error) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', integrationId)
    .where('status', '=', 'connected')
    .returning('type')
    .executeTakeFirst();
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

/** Records that a scan has collected from these integrations, which clears their errors, and how much its checks saw. */
export async function confirmConnections(em: EntityManager, integrations: Scanned): Promise<void> {
  await confirmScanned.run(em, integrations);
}
