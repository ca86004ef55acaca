import type { Client } from '../support/client.js';
import type { TestDatabase } from '../support/database.js';
import { createWebhook } from '../webhooks/webhooks.js';

/** The webhooks of a tenant. */
export interface WebhookWorld {
  webhookId: string;
  /** Id of a delivery of that webhook that has ended. */
  deliveryId: string;
  /** Ids of two webhooks that may be removed. */
  doomedWebhookId: string;
  anotherDoomedWebhookId: string;
}

/** Creates webhooks for events that do not occur here, so that nothing is sent. */
export async function furnishWebhooks(database: TestDatabase, admin: Client): Promise<WebhookWorld> {
  const create = async () => (await createWebhook(admin, 'https://receiver.invalid/', ['scan.failed'])).id;
  const webhookId = await create();
  return {
    webhookId,
    deliveryId: await deliver(database, webhookId),
    doomedWebhookId: await create(),
    anotherDoomedWebhookId: await create(),
  };
}

/** Inserts a delivery with an attempt as the owner, as if it had been sent. */
async function deliver(database: TestDatabase, webhookId: string): Promise<string> {
  const [delivery] = await database.query<{ id: string }>(
    `with delivered as (
       insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body, status, attempts, completed_at)
       select gen_random_uuid(), tenant_id, id, host, gen_random_uuid(), 'scan.failed', '{}', 'delivered', 1, now()
       from webhooks where id = $1 returning id, tenant_id
     )
     insert into webhook_attempts (tenant_id, delivery_id, number, at, duration_ms, status_code)
     select tenant_id, id, 1, now(), 5, 204 from delivered returning delivery_id as id`,
    [webhookId],
  );
  return delivery?.id ?? '';
}
