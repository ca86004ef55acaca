import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { recordAuditAs, SYSTEM } from '../audit/audit.js';
import { finishDelivery, type ClaimedDelivery } from './delivery-queue.sql.js';
import { verdictOn, type DisabledReason, type Outcome, type WebhookHealth } from './delivery.rules.js';

/** One attempt, as the log keeps it. */
export interface Attempt extends Outcome {
  /** When it began. */
  at: Date;
  /** When it ended. */
  endedAt: Date;
  durationMs: number;
  /** Why it failed, in words; null for a success. */
  error: string | null;
  /** The beginning of the answer's body, or null. */
  responseExcerpt: string | null;
}

/**
 * Writes the outcome of an attempt and what follows from it, in the transaction of `em`, if the delivery is still held under
 * the same fencing number.
 * @param random from 0 up to 1
 * @returns false where another has taken it, or the webhook is gone; nothing is written then
 */
export async function recordAttempt(
  em: EntityManager,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  random: number,
): Promise<boolean> {
  // The webhook first, as whoever deletes or disables it does; and no lock that new deliveries would wait for.
  const health = await lockWebhook(em, delivery);
  if (!health) return false;
  const { attempts } = delivery;
  const verdict = verdictOn({ attempts, outcome: attempt, health, at: attempt.endedAt, random });
  const number = attempts + 1;
  const next = verdict.delivery;
  if ((await finishDelivery.run(em, { lease: delivery, next, attempts: number, at: attempt.endedAt })) === 0)
    return false;
  await rows(
    em,
    sql`insert into webhook_attempts (tenant_id, delivery_id, number, at, duration_ms, status_code, error, response_excerpt)
        values (${delivery.tenantId}, ${delivery.id}, ${number}, ${attempt.at}, ${attempt.durationMs},
          ${attempt.statusCode}, ${attempt.error}, ${attempt.responseExcerpt})`,
  );
  await rows(
    em,
    sql`update webhooks set consecutive_failures = ${verdict.consecutiveFailures}, failing_since = ${verdict.failingSince},
          last_delivery_at = ${attempt.at}, last_status_code = ${attempt.statusCode},
          previous_secret = case when previous_secret_until > ${attempt.at} then previous_secret end,
          previous_secret_until = case when previous_secret_until > ${attempt.at} then previous_secret_until end
        where tenant_id = ${delivery.tenantId} and id = ${delivery.webhookId}`,
  );
  if (verdict.disable) await disable(em, delivery, verdict.disable, attempt.endedAt);
  return true;
}

/** Ends a delivery without an attempt: its webhook was disabled while it was written. */
export async function abandonDelivery(em: EntityManager, delivery: ClaimedDelivery, at: Date): Promise<void> {
  const next = { status: 'failed', failure: 'webhook_disabled' } as const;
  await finishDelivery.run(em, { lease: delivery, next, attempts: delivery.attempts, at });
}

/** Ends every delivery of a webhook that waits for an attempt; who is disabled gets nothing more. In order of their ids. */
export async function failWaitingDeliveries(
  em: EntityManager,
  { tenantId, webhookId, at }: { tenantId: string; webhookId: string; at: Date },
): Promise<void> {
  await rows(
    em,
    sql`update webhook_deliveries set status = 'failed', failure = 'webhook_disabled', next_attempt_at = null,
          completed_at = ${at}
        where tenant_id = ${tenantId} and webhook_id = ${webhookId} and status = 'pending'`,
  );
}

function lockWebhook(em: EntityManager, { tenantId, webhookId }: ClaimedDelivery): Promise<WebhookHealth | null> {
  return row(
    em,
    sql<WebhookHealth>`
      select status, consecutive_failures as "consecutiveFailures", failing_since as "failingSince"
      from webhooks where tenant_id = ${tenantId} and id = ${webhookId} for no key update`,
  );
}

async function disable(
  em: EntityManager,
  { tenantId, webhookId }: ClaimedDelivery,
  reason: DisabledReason,
  at: Date,
): Promise<void> {
  await rows(
    em,
    sql`update webhooks set status = 'disabled', disabled_at = ${at}, disabled_reason = ${reason}, updated_at = ${at}
        where tenant_id = ${tenantId} and id = ${webhookId}`,
  );
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
