import { newId } from '../../platform/crypto/uuid.js';
import { rows, sql, type EntityManager } from '../../platform/database/database.js';

/** Every event that a webhook can subscribe to. Source: specification, section 6. */
export const EVENT_TYPES = [
  'scan.completed',
  'scan.failed',
  'compliance.score_changed',
  'compliance.control_failed',
  'evidence.uploaded',
  'integration.disconnected',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Something that happened, as it is told outside. */
export interface OutboxEvent {
  event: EventType;
  /** What it tells of: one event for each subject and tenant is kept, a second is an error. */
  subject: string;
  /** Keys in snake_case. Source: schema/contract/events.md. */
  data: Record<string, unknown>;
}

/** Writes an event in the transaction of the change it tells of: they are both kept or neither. */
export async function emitEvent(
  em: EntityManager,
  tenantId: string,
  { event, subject, data }: OutboxEvent,
): Promise<void> {
  await rows(
    em,
    sql`insert into outbox (id, tenant_id, event, subject, data)
        values (${newId()}, ${tenantId}, ${event}, ${subject}, ${JSON.stringify(data)}::jsonb)`,
  );
}
