import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { LeaseQueue, SAMPLE_LEASE, type Claimed, type Lease } from '../../platform/queue/lease-queue.sql.js';
import type { AttemptConsequences, WebhookStatus } from './delivery.rules.js';
import type { Busy } from './fair-queueing.rules.js';
import type { WebhookFormat } from './message-format.rules.js';

/** Lease of a delivery: twice the timeout of an attempt. */
const LEASE_SECONDS = 30;

/** Deliveries as a lease queue. An attempt is counted with its outcome, so that an interrupted one does not count. */
export const deliveryQueue = new LeaseQueue({
  name: 'webhook_deliveries',
  hasOwner: true,
  leaseSeconds: LEASE_SECONDS,
  isWaiting: (now) => sql`status = 'pending' and (next_attempt_at is null or next_attempt_at <= ${now})`,
  isLeased: sql`status = 'delivering'`,
  onClaim: () => sql`status = 'delivering', next_attempt_at = null`,
  onRelease: sql`status = 'pending', lease_expires_at = null, lease_owner = null`,
  row: {
    id: 'uuid',
    tenantId: 'uuid',
    webhookId: 'uuid',
    host: 'text',
    eventId: 'uuid',
    event: 'text',
    body: 'text',
    // Attempts whose outcome is known.
    attempts: 'int4',
    // What caused the event; the same for every attempt.
    traceparent: 'text?',
    leaseNumber: 'int4',
    webhookStatus: text<WebhookStatus>(),
    url: 'text',
    format: text<WebhookFormat>(),
    // Sealed; the previous one is null where no rotation is under way.
    secret: 'text',
    previousSecret: 'text?',
  },
  selectClaimed: (now) => sql`
    select d.id, d.tenant_id as "tenantId", d.webhook_id as "webhookId", d.host, d.event_id as "eventId", d.event,
      d.body, d.attempts, d.traceparent, d.lease_number as "leaseNumber", w.status as "webhookStatus", w.url, w.format, w.secret,
      case when w.previous_secret_until > ${now} then w.previous_secret end as "previousSecret"
    from claimed d join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id`,
});

/** A delivery under a lease of this process, with what an attempt needs of its webhook. */
export type ClaimedDelivery = Claimed<typeof deliveryQueue>;

/**
 * Deliveries of every tenant that is not suspended that are due, at most `perWebhook` of each webhook and in turns by tenant, so that a
 * long queue hides no other. For the system scope.
 */
export const dueDeliveries = statement({
  name: 'webhook_deliveries.due',
  row: { id: 'uuid', tenantId: 'uuid', webhookId: 'uuid', host: 'text' },
  text: ({ now, busy, perWebhook, limit }: { now: Date; busy: Busy; perWebhook: number; limit: number }) => sql`
    select id, tenant_id as "tenantId", webhook_id as "webhookId", host
    from (
      select id, tenant_id, webhook_id, host, next_attempt_at, created_at,
        row_number() over (partition by webhook_id order by next_attempt_at nulls first, created_at, id) as place
      from webhook_deliveries
      where status in ('pending', 'delivering') and ${deliveryQueue.isDue(now)}
        and webhook_id <> all(${busy.webhookIds}::uuid[]) and host <> all(${busy.hosts}::text[])
        and tenant_id <> all(${busy.tenantIds}::uuid[])
        and (tenant_id, host) not in (
          select * from unnest(${busy.atHosts.map(({ tenantId }) => tenantId)}::uuid[], ${busy.atHosts.map(({ host }) => host)}::text[]))
        and not exists (
          select from tenants t where t.id = webhook_deliveries.tenant_id and t.suspended_at is not null)
    ) queued
    where place <= ${perWebhook}
    order by row_number() over (partition by tenant_id order by place, coalesce(next_attempt_at, created_at), id),
      coalesce(next_attempt_at, created_at), id limit ${limit}`,
  samples: [
    { now: new Date(0), busy: { webhookIds: [], hosts: [], tenantIds: [], atHosts: [] }, perWebhook: 1, limit: 1 },
  ],
});

/** Writes the consequences of a delivery's attempts: it is delivered, failed, or waits for its next attempt. */
export const finishDelivery = statement({
  name: 'webhook_deliveries.finish',
  row: {},
  text: ({
    lease,
    next,
    attempts,
    at,
  }: {
    lease: Lease;
    next: AttemptConsequences['delivery'];
    attempts: number;
    at: Date;
  }) => sql`
    update webhook_deliveries set status = ${next.status}, attempts = ${attempts},
      failure = ${next.status === 'failed' ? next.failure : null},
      next_attempt_at = ${next.status === 'pending' ? next.nextAttemptAt : null},
      completed_at = ${next.status === 'pending' ? null : at}, lease_owner = null, lease_expires_at = null
    where ${deliveryQueue.isHeld(lease)}`,
  samples: [{ lease: SAMPLE_LEASE, next: { status: 'delivered' }, attempts: 1, at: new Date(0) }],
});

/** When the next delivery that waits for its time is due; null where none does. */
export const nextDue = statement({
  name: 'webhook_deliveries.next_due',
  row: { at: 'timestamptz?' },
  text: ({ now }: { now: Date }) => sql`
    select min(next_attempt_at) as at from webhook_deliveries where status = 'pending' and next_attempt_at > ${now}`,
  samples: [{ now: new Date(0) }],
});

/** Organizations with deliveries that ended before a time. */
export const tenantsWithEnded = statement({
  name: 'webhook_deliveries.tenants_with_ended',
  row: { tenantId: 'uuid' },
  text: ({ before }: { before: Date }) => sql`
    select distinct tenant_id as "tenantId" from webhook_deliveries where completed_at < ${before}`,
  samples: [{ before: new Date(0) }],
});
