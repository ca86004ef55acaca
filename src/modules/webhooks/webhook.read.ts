import type { RequestContext } from '../../context.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import type { WebhookType } from './webhook.type.js';

const columns = (now: Date) => sql`
  id, url, events, status, true as "hasSecret", created_at as "createdAt", updated_at as "updatedAt",
  case when previous_secret_until > ${now} then previous_secret_until end as "previousSecretUntil",
  consecutive_failures as "consecutiveFailures", disabled_at as "disabledAt", disabled_reason as "disabledReason",
  last_delivery_at as "lastDeliveryAt", last_status_code as "lastStatusCode"`;

type Row = Omit<WebhookType, 'lastDelivery'> & { lastDeliveryAt: Date | null; lastStatusCode: number | null };

/** Webhooks of the tenant, oldest first. */
export async function readWebhooks({ em, viewer, clock }: RequestContext): Promise<WebhookType[]> {
  const found = await rows(
    em,
    sql<Row>`
      select ${columns(clock.now())} from webhooks where tenant_id = ${viewer.tenantId} order by created_at, id`,
  );
  return found.map(webhookOf);
}

/** One webhook of the tenant, or null. */
export async function readWebhook(
  { em, viewer, clock }: RequestContext,
  id: string,
  within: EntityManager = em,
): Promise<WebhookType | null> {
  const found = await row(
    within,
    sql<Row>`select ${columns(clock.now())} from webhooks where id = ${id} and tenant_id = ${viewer.tenantId}`,
  );
  return found && webhookOf(found);
}

function webhookOf({ lastDeliveryAt: at, lastStatusCode: statusCode, ...webhook }: Row): WebhookType {
  return { ...webhook, lastDelivery: at && { at, statusCode } };
}
