import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { wakeWorkers } from './delivery-wake.js';

/** Sent to one webhook because somebody asked whether it works; like any other in everything else. */
const PING = 'ping';

/**
 * Queues a ping to one webhook.
 * @returns the id of the delivery
 * @throws {AppError} NOT_FOUND; CONFLICT when it is disabled
 */
export function pingWebhook(ctx: RequestContext, webhookId: string): Promise<string> {
  const { tenantId } = ctx.viewer;
  const id = newId();
  const eventId = newId();
  return ctx.em.transactional(async (em) => {
    const webhook = await row(
      em,
      sql<{ isActive: boolean }>`
        select status = 'active' as "isActive" from webhooks where tenant_id = ${tenantId} and id = ${webhookId}
        for key share`,
    );
    if (!webhook) throw notFound();
    if (!webhook.isActive) throw isDisabled();
    await rows(
      em,
      sql`insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body)
          select ${id}, tenant_id, id, host, ${eventId}, ${PING},
            webhook_body(${PING}, ${eventId}, ${ctx.clock.now()}, jsonb_build_object('webhook_id', id))
          from webhooks where tenant_id = ${tenantId} and id = ${webhookId}`,
    );
    await wakeWorkers(em);
    await audit(ctx, em, { action: 'webhook.pinged', webhookId, deliveryId: id });
    return id;
  });
}

/**
 * Queues a delivery that has ended once more, with the same event id and the same body.
 * @returns the id of the new delivery
 * @throws {AppError} NOT_FOUND; CONFLICT while it is on its way, or its webhook is disabled
 */
export function redeliver(ctx: RequestContext, deliveryId: string): Promise<string> {
  const { tenantId } = ctx.viewer;
  const id = newId();
  return ctx.em.transactional(async (em) => {
    const delivery = await row(
      em,
      sql<{ webhookId: string; isEnded: boolean; isActive: boolean }>`
        select d.webhook_id as "webhookId", d.completed_at is not null as "isEnded",
          w.status = 'active' as "isActive"
        from webhook_deliveries d join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
        where d.tenant_id = ${tenantId} and d.id = ${deliveryId} for key share of w`,
    );
    if (!delivery) throw notFound();
    if (!delivery.isEnded) throw new AppError('CONFLICT', 'the delivery is still on its way');
    if (!delivery.isActive) throw isDisabled();
    await rows(
      em,
      sql`insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body, redelivery_of)
          select ${id}, d.tenant_id, d.webhook_id, w.host, d.event_id, d.event, d.body, d.id
          from webhook_deliveries d join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
          where d.tenant_id = ${tenantId} and d.id = ${deliveryId}`,
    );
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
  { action, webhookId, deliveryId }: { action: string; webhookId: string; deliveryId: string },
): Promise<void> {
  return recordAudit(ctx, em, { action, resourceType: 'webhook', resourceId: webhookId, after: { deliveryId } });
}
