import { randomUUID } from 'node:crypto';
import { notification } from '../../src/platform/pubsub/notifications.js';
import type { Client } from '../support/client.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

export const SECRET = 'a-secret-of-the-receiver-1';

export interface WebhookBody {
  id: string;
  url: string;
  format: string;
  events: string[];
  status: string;
  has_secret: boolean;
  created_at: string;
  updated_at: string;
  consecutive_failures: number;
  disabled_at: string | null;
  disabled_reason: string | null;
  last_delivery: { at: string; status_code: number | null } | null;
}

/** A delivery as it is stored. */
export interface DeliveryState {
  id: string;
  status: string;
  failure: string | null;
  attempts: number;
  next_attempt_at: Date | null;
  event_id: string;
  body: string;
}

/** Creates a webhook over REST. */
export async function createWebhook(
  admin: Client,
  url: string,
  events: string[] = ['*'],
  secret = SECRET,
): Promise<WebhookBody> {
  const { status, body, text } = await admin.post('/api/webhooks', { url, events, secret });
  if (status !== 201) throw new Error(`the webhook was answered ${status}: ${text}`);
  return (body as { data: WebhookBody }).data;
}

/** Inserts an event into the outbox, as the service does. @returns its id */
export async function emit(
  database: TestDatabase,
  tenantId: string,
  event = 'scan.failed',
  data: Record<string, unknown> = { note: 'für Ä' },
): Promise<string> {
  const id = randomUUID();
  await database.query(`insert into outbox (id, tenant_id, event, subject, data) values ($1, $2, $3, $4, $5)`, [
    id,
    tenantId,
    event,
    `test ${id}`,
    data,
  ]);
  return id;
}

/** Wakes every delivery worker. */
export async function wake(database: TestDatabase): Promise<void> {
  await database.query('select pg_notify($1, $2)', notification({ topic: 'delivery', tenantId: '*', id: '' }));
}

export async function deliveriesOf(database: TestDatabase, webhookId: string): Promise<DeliveryState[]> {
  return database.query<DeliveryState>(
    `select id, status, failure, attempts, next_attempt_at, event_id, body from webhook_deliveries
     where webhook_id = $1 order by created_at, id`,
    [webhookId],
  );
}

/** The webhook's first delivery that satisfies `isThere`, once there is one. */
export async function deliveryOf(
  database: TestDatabase,
  webhookId: string,
  isThere: (delivery: DeliveryState) => boolean,
): Promise<DeliveryState> {
  return eventually(async () => (await deliveriesOf(database, webhookId)).find(isThere) ?? null);
}

export interface AttemptState {
  number: number;
  at: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  response_excerpt: string | null;
}

export function attemptsOf(database: TestDatabase, deliveryId: string): Promise<AttemptState[]> {
  return database.query<AttemptState>(
    `select number, at, duration_ms, status_code, error, response_excerpt from webhook_attempts
     where delivery_id = $1 order by number`,
    [deliveryId],
  );
}
