import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { DeliveryStatus } from './delivery.read.js';

/**
 * Queues a delivery of a ping to one webhook. Deliveries of published events are queued by the trigger `fan_out_events`
 * on the outbox.
 */
export const queuePing = statement({
  name: 'webhook_deliveries.queue_ping',
  row: { inserted: 'int4' },
  text: ({ tenantId, webhookId, id, eventId, event, at }: QueuedPing) => sql`
    insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body)
    select ${id}, tenant_id, id, host, ${eventId}, ${event},
      webhook_body(${event}, ${eventId}, ${at}, jsonb_build_object('webhook_id', id))
    from webhooks where tenant_id = ${tenantId} and id = ${webhookId}
    returning 1 as inserted`,
  samples: [{ tenantId: '', webhookId: '', id: '', eventId: '', event: '', at: new Date(0) }],
});

interface QueuedPing {
  tenantId: string;
  webhookId: string;
  /** Id of the delivery. */
  id: string;
  eventId: string;
  event: string;
  at: Date;
}

/** Queues a delivery with the event id and the body of another. */
export const queueRedelivery = statement({
  name: 'webhook_deliveries.queue_redelivery',
  row: { inserted: 'int4' },
  text: ({ tenantId, deliveryId, id }: { tenantId: string; deliveryId: string; id: string }) => sql`
    insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body, redelivery_of)
    select ${id}, d.tenant_id, d.webhook_id, w.host, d.event_id, d.event, d.body, d.id
    from webhook_deliveries d join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
    where d.tenant_id = ${tenantId} and d.id = ${deliveryId}
    returning 1 as inserted`,
  samples: [{ tenantId: '', deliveryId: '', id: '' }],
});

/** The same page of the deliveries of each webhook, newest first. */
export const deliveryPages = statement({
  name: 'webhook_deliveries.pages',
  row: {
    webhookId: 'uuid!',
    id: 'uuid',
    eventId: 'uuid',
    event: 'text',
    status: text<DeliveryStatus>(),
    failure: 'text?',
    body: 'text',
    nextAttemptAt: 'timestamptz?',
    createdAt: 'timestamptz',
    completedAt: 'timestamptz?',
    redeliveryOf: 'uuid?',
    microseconds: 'float8',
  },
  text: ({ tenantId, webhookIds, status, after, limit, offset }: PagesQuery) => sql`
      select wanted.id as "webhookId", page.*
      from unnest(${webhookIds}::uuid[]) as wanted (id)
      cross join lateral (
        select d.id, d.event_id as "eventId", d.event, d.status, d.failure, d.body,
          d.next_attempt_at as "nextAttemptAt", d.created_at as "createdAt", d.completed_at as "completedAt",
          d.redelivery_of as "redeliveryOf", (extract(epoch from d.created_at) * 1000000)::float8 as microseconds
        from webhook_deliveries d
        where d.tenant_id = ${tenantId} and d.webhook_id = wanted.id
          and (${status}::text is null or d.status = ${status}::text)
          and (${after?.microseconds ?? null}::bigint is null or (d.created_at, d.id)
            < (timestamptz 'epoch' + ${after?.microseconds ?? null}::bigint * interval '1 microsecond', ${after?.id ?? null}::uuid))
        order by d.created_at desc, d.id desc limit ${limit} offset ${offset}
      ) page
      order by page."createdAt" desc, page.id desc`,
  samples: [{ tenantId: '', webhookIds: [], status: null, after: null, limit: 1, offset: 0 }],
});

interface PagesQuery {
  tenantId: string;
  webhookIds: readonly string[];
  status: DeliveryStatus | null;
  /** The last delivery of the previous page, or null for the first page. */
  after: { microseconds: number; id: string } | null;
  limit: number;
  offset: number;
}
