import type { RequestContext } from '../../context.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query } from '../../platform/database/database.js';
import type { Webhook } from './webhook.entity.js';
import type { WebhookType } from './webhook.type.js';
import { shownUrl } from './webhook-url.js';

type ShownWebhook = Pick<
  Webhook,
  | 'id'
  | 'url'
  | 'host'
  | 'format'
  | 'events'
  | 'status'
  | 'createdAt'
  | 'updatedAt'
  | 'previousSecretUntil'
  | 'consecutiveFailures'
  | 'disabledAt'
  | 'disabledReason'
  | 'lastDeliveryAt'
  | 'lastStatusCode'
>;

/** Webhooks of the tenant, oldest first. */
export async function readWebhooks(ctx: RequestContext, vault: Vault): Promise<WebhookType[]> {
  const found = await select(ctx).orderBy('created_at').orderBy('id').execute();
  return found.map((webhook) => webhookType(webhook, { vault, now: ctx.clock.now() }));
}

/** One webhook of the tenant, or null. */
export async function readWebhook(ctx: RequestContext, id: string, vault: Vault): Promise<WebhookType | null> {
  const found = await select(ctx).where('id', '=', id).executeTakeFirst();
  return found ? webhookType(found, { vault, now: ctx.clock.now() }) : null;
}

/** A webhook in API responses, without its secrets. */
export function webhookType(
  {
    id,
    url,
    host,
    format,
    events,
    status,
    createdAt,
    updatedAt,
    consecutiveFailures,
    disabledAt,
    disabledReason,
    ...rest
  }: ShownWebhook,
  { vault, now }: { vault: Vault; now: Date },
): WebhookType {
  const { previousSecretUntil: until = null, lastDeliveryAt: at, lastStatusCode: statusCode = null } = rest;
  return {
    id,
    url: shownUrl(vault, { id, url, host, format }),
    format,
    events,
    status,
    hasSecret: true,
    createdAt,
    updatedAt,
    consecutiveFailures,
    disabledAt: disabledAt ?? null,
    disabledReason: disabledReason ?? null,
    previousSecretUntil: until && until > now ? until : null,
    lastDelivery: at ? { at, statusCode } : null,
  };
}

function select({ em, viewer }: RequestContext) {
  return query(em)
    .selectFrom('webhooks')
    .select(['id', 'url', 'host', 'format', 'events', 'status', 'created_at as createdAt', 'updated_at as updatedAt'])
    .select(['previous_secret_until as previousSecretUntil', 'consecutive_failures as consecutiveFailures'])
    .select(['disabled_at as disabledAt', 'disabled_reason as disabledReason'])
    .select(['last_delivery_at as lastDeliveryAt', 'last_status_code as lastStatusCode'])
    .where('tenant_id', '=', viewer.tenantId);
}
