import type { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { queuePing, queueRedelivery } from './delivery.sql.js';
import { wakeWorkers } from './delivery-wake.js';

/** Event that is sent to one webhook to test it. */
const PING = 'ping';

/**
 * Queues a ping to one webhook.
 * @param quota of deliveries by hand
 * @returns the id of the delivery
 * @throws {AppError} NOT_FOUND; CONFLICT when it is disabled; RATE_LIMITED
 */
export async function pingWebhook(ctx: RequestContext, webhookId: string, quota: TenantQuota): Promise<string> {
  const { viewer, quotas } = ctx;
  const { tenantId } = viewer;
  const id = newId();
  const eventId = newId();
  return ctx.em.transactional(async (em) => {
    // A deletion, and nothing else, waits until the delivery is queued.
    const webhook = await query(em)
      .selectFrom('webhooks')
      .select('status')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', webhookId)
      .forKeyShare()
      .executeTakeFirst();
    if (!webhook) throw notFound();
    if (webhook.status !== 'active') throw isDisabled();
    await quota.take({ em, viewer, quotas });
    await queuePing.run(em, { tenantId, webhookId, id, eventId, event: PING, at: ctx.clock.now() });
    await wakeWorkers(em);
    await audit(ctx, em, { action: 'webhook.pinged', webhookId, deliveryId: id });
    return id;
  });
}

/**
 * Queues a repetition of a delivery that has ended, with the same event id and the same body.
 * @param quota of deliveries by hand
 * @returns the id of the new delivery
 * @throws {AppError} NOT_FOUND; CONFLICT while it has not ended, or where its webhook is disabled; RATE_LIMITED
 */
export async function redeliver(ctx: RequestContext, deliveryId: string, quota: TenantQuota): Promise<string> {
  const { viewer, quotas } = ctx;
  const { tenantId } = viewer;
  const id = newId();
  return ctx.em.transactional(async (em) => {
    const delivery = await query(em)
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', (join) =>
        join.onRef('w.tenant_id', '=', 'd.tenant_id').onRef('w.id', '=', 'd.webhook_id'),
      )
      .select(['d.webhook_id as webhookId', 'd.completed_at as completedAt', 'w.status as webhookStatus'])
      .where('d.tenant_id', '=', tenantId)
      .where('d.id', '=', deliveryId)
      .forKeyShare('w')
      .executeTakeFirst();
    if (!delivery) throw notFound();
    if (!delivery.completedAt) throw new AppError('CONFLICT', 'the delivery has not ended yet');
    if (delivery.webhookStatus !== 'active') throw isDisabled();
    await quota.take({ em, viewer, quotas });
    await queueRedelivery.run(em, { tenantId, deliveryId, id });
    await wakeWorkers(em);
    await audit(ctx, em, { action: 'webhook.redelivered', webhookId: delivery.webhookId, deliveryId: id });
    return id;
  });
}

function isDisabled(): AppError {
  return new AppError('CONFLICT', 'the webhook is disabled');
}

function audit(
  ctx: RequestContext,
  em: EntityManager,
  { action, webhookId, deliveryId }: { action: AuditAction; webhookId: string; deliveryId: string },
): Promise<void> {
  return recordAudit(ctx, em, { action, resourceType: 'webhook', resourceId: webhookId, after: { deliveryId } });
}
