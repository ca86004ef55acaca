import { query, type EntityManager } from '../../platform/database/database.js';
import { SYSTEM, type Actor } from '../../access/actor.js';
import { recordAuditAs } from '../audit/audit.js';
import { emitEvent } from '../events/outbox.js';
import { confirmScanned, type Scanned } from './connection.sql.js';

/** Loss of the connection to an integration. */
export interface LostConnection {
  tenantId: string;
  integrationId: string;
  /** What noticed it: `scan <id>`, `test <id>`. */
  by: string;
  /** Who asked for the test. @default the service */
  actor?: Actor;
  error: { code: string; message: string };
  at: Date;
}

/**
 * Records, in the transaction of `em`, that an integration cannot be reached any more: its status becomes `error`, and
 * subscribers get one event. One in error already keeps the newer reason without an event; a disconnected one stays as it is.
 */
export async function loseConnection(em: EntityManager, lost: LostConnection): Promise<void> {
  const { tenantId, integrationId, by, actor = SYSTEM, error, at } = lost;
  const failed = await query(em)
    .updateTable('integrations')
    .set({ status: 'error', error: JSON.stringify(error) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', integrationId)
    .where('status', '=', 'connected')
    .returning('type')
    .executeTakeFirst();
  if (!failed) {
    await query(em)
      .updateTable('integrations')
      .set({ error: JSON.stringify(error) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', integrationId)
      .where('status', '=', 'error')
      .execute();
    return;
  }
  const [before, after] = [{ status: 'connected' }, { status: 'error', error }];
  await emitEvent(em, tenantId, {
    event: 'integration.disconnected',
    subject: `integration ${integrationId} lost by ${by}`,
    data: {
      integration_id: integrationId,
      type: failed.type,
      previous_status: before.status,
      new_status: after.status,
      error,
    },
  });
  const action = 'integration.connection_lost';
  await recordAuditAs(actor, em, {
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
