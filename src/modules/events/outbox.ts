import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';

/** Every event that a webhook can subscribe to. Source: specification, section 6; those of assessments, exceptions, the audit trail and notification rules are ours. */
export const EVENT_TYPES = [
  'scan.completed',
  'scan.failed',
  'compliance.score_changed',
  'compliance.control_failed',
  'compliance.assessment_disputed',
  'compliance.assessment_ends_soon',
  'evidence.uploaded',
  'integration.disconnected',
  'exception.ends_soon',
  'exception.expired',
  'exception.new_matches',
  'audit.head_signed',
  'notification',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** An event as its subscribers receive it. */
export interface OutboxEvent {
  event: EventType;
  /**
   * Thing that the event is about, such as `scan <id>`; unique in the tenant, so that a repeated job cannot publish
   * twice.
   */
  subject: string;
  /** Data with keys in snake_case. Source: schema/contract/events.md. */
  data: Record<string, unknown>;
}

/**
 * Inserts an event into the outbox, in the transaction of the change that it reports: both are committed or neither.
 *
 * The insert itself creates the webhook deliveries: the trigger `outbox_fan_out` calls `fan_out_events()`
 * (`schema/sql/functions/fan_out_events.sql`), which adds one pending row of `webhook_deliveries` for each active webhook
 * that subscribes to the event, its body rendered by `webhook_body()`, and wakes the delivery workers. Nothing reads the
 * outbox later: a webhook that is created or enabled after the event never receives it. The trigger `outbox_notify` calls
 * `fan_out_notifications()`, which adds one row of `notifications` for each notification rule that the event matches.
 */
export async function emitEvent(
  em: EntityManager,
  tenantId: string,
  { event, subject, data }: OutboxEvent,
): Promise<void> {
  await query(em)
    .insertInto('outbox')
    .values({ id: newId(), tenant_id: tenantId, event, subject, data: JSON.stringify(data) })
    .execute();
}
