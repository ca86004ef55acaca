import { query, type EntityManager } from '../../platform/database/database.js';
import { SYSTEM } from '../../access/actor.js';
import { recordAuditAs } from '../audit/audit.js';
import { finishDelivery, type ClaimedDelivery } from './delivery-queue.sql.js';
import { consequencesOf, type DisabledReason, type Outcome, type WebhookHealth } from './delivery.rules.js';

/** The outcome of one attempt, as the delivery log stores it. */
export interface Attempt extends Outcome {
  /** Start of the attempt. */
  at: Date;
  /** End of the attempt. */
  endedAt: Date;
  durationMs: number;
  /** Error message; null for a success. */
  error: string | null;
  /** Beginning of the response body, or null. */
  responseExcerpt: string | null;
}

/**
 * Writes the outcome of an attempt and its consequences, in the transaction of `em`, if the lease of the delivery is
 * still in force.
 * @param random from 0 up to 1
 * @returns false when another process has claimed the delivery, or the webhook was deleted; nothing is written then
 */
export async function recordAttempt(
  em: EntityManager,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  random: number,
): Promise<boolean> {
  // The webhook is locked first, as by its deletion and its disabling; new deliveries do not wait for this lock.
  const health = await lockWebhook(em, delivery);
  if (!health) return false;
  const { attempts } = delivery;
  const consequences = consequencesOf({ attempts, outcome: attempt, health, at: attempt.endedAt, random });
  const number = attempts + 1;
  const next = consequences.delivery;
  if ((await finishDelivery.run(em, { lease: delivery, next, attempts: number, at: attempt.endedAt })) === 0)
    return false;
  const { tenantId, webhookId } = delivery;
  const { at, durationMs, statusCode, error, responseExcerpt } = attempt;
  await query(em)
    .insertInto('webhook_attempts')
    .values({
      tenant_id: tenantId,
      delivery_id: delivery.id,
      number,
      at,
      duration_ms: durationMs,
      status_code: statusCode,
      error,
      response_excerpt: responseExcerpt,
    })
    .execute();
  await query(em)
    .updateTable('webhooks')
    .set({ consecutive_failures: consequences.consecutiveFailures, failing_since: consequences.failingSince })
    .set({ last_delivery_at: at, last_status_code: statusCode })
    .set((eb) => {
      const overlaps = eb('previous_secret_until', '>', at);
      return {
        previous_secret: eb.case().when(overlaps).then(eb.ref('previous_secret')).end(),
        previous_secret_until: eb.case().when(overlaps).then(eb.ref('previous_secret_until')).end(),
      };
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', webhookId)
    .execute();
  if (consequences.disable) await disable(em, delivery, consequences.disable, attempt.endedAt);
  return true;
}

/** Fails a delivery without an attempt: its webhook was disabled after it was queued. */
export async function abandonDelivery(em: EntityManager, delivery: ClaimedDelivery, at: Date): Promise<void> {
  const next = { status: 'failed', failure: 'webhook_disabled' } as const;
  await finishDelivery.run(em, { lease: delivery, next, attempts: delivery.attempts, at });
}

/** Fails every delivery of a disabled webhook that waits for an attempt. */
export async function failWaitingDeliveries(
  em: EntityManager,
  { tenantId, webhookId, at }: { tenantId: string; webhookId: string; at: Date },
): Promise<void> {
  await query(em)
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', failure: 'webhook_disabled', next_attempt_at: null, completed_at: at })
    .where('tenant_id', '=', tenantId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute();
}

function lockWebhook(em: EntityManager, { tenantId, webhookId }: ClaimedDelivery): Promise<WebhookHealth | undefined> {
  return query(em)
    .selectFrom('webhooks')
    .select(['status', 'format', 'consecutive_failures as consecutiveFailures', 'failing_since as failingSince'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function disable(
  em: EntityManager,
  { tenantId, webhookId }: ClaimedDelivery,
  reason: DisabledReason,
  at: Date,
): Promise<void> {
  await query(em)
    .updateTable('webhooks')
    .set({ status: 'disabled', disabled_at: at, disabled_reason: reason, updated_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', webhookId)
    .execute();
  await failWaitingDeliveries(em, { tenantId, webhookId, at });
  await recordAuditAs(SYSTEM, em, {
    tenantId,
    at,
    action: 'webhook.disabled',
    resourceType: 'webhook',
    resourceId: webhookId,
    before: { status: 'active' },
    after: { status: 'disabled', reason },
  });
}
