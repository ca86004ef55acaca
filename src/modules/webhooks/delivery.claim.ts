import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { LEASES_OF_HOST, leaseOwner } from '../../platform/lease-owner.js';

/** Topic and addressee of the notification that there is something to deliver. The trigger on the outbox sends it too. */
export const DELIVERY_TOPIC = 'delivery';
export const EVERY_WORKER = '*';

/** Twice what an attempt may take. On the database's clock. */
const LEASE_SECONDS = 30;

/** A delivery that an attempt is due of. */
export interface DueDelivery {
  id: string;
  tenantId: string;
  webhookId: string;
  host: string;
}

/** A delivery that this process may attempt, until the lease ends or another takes it. */
export interface ClaimedDelivery extends DueDelivery {
  eventId: string;
  event: string;
  body: string;
  /** Attempts whose outcome is known. */
  attempts: number;
  /** Fencing number: an outcome is kept only under the newest one. */
  leaseNumber: number;
  webhookStatus: 'active' | 'disabled';
  url: string;
  /** Sealed. */
  secret: string;
  /** Sealed; null where no rotation is under way. */
  previousSecret: string | null;
}

/** What is not looked at, because enough of it is under way here. */
export interface Busy {
  webhookIds: string[];
  hosts: string[];
  tenantIds: string[];
}

const due = (now: Date) => sql`
  ((status = 'pending' and (next_attempt_at is null or next_attempt_at <= ${now}))
   or (status = 'delivering' and lease_expires_at < now()))`;

/**
 * Deliveries of every tenant that are due, at most `perWebhook` of each webhook, so that a long queue hides no other.
 * For the system scope.
 */
export function findDueDeliveries(
  em: EntityManager,
  { now, busy, perWebhook, limit }: { now: Date; busy: Busy; perWebhook: number; limit: number },
): Promise<DueDelivery[]> {
  return rows(
    em,
    sql<DueDelivery>`
      select id, tenant_id as "tenantId", webhook_id as "webhookId", host
      from (
        select id, tenant_id, webhook_id, host, next_attempt_at, created_at,
          row_number() over (partition by webhook_id order by next_attempt_at nulls first, created_at, id) as place
        from webhook_deliveries
        where status in ('pending', 'delivering') and ${due(now)}
          and webhook_id <> all(${busy.webhookIds}::uuid[]) and host <> all(${busy.hosts}::text[])
          and tenant_id <> all(${busy.tenantIds}::uuid[])
      ) queued
      where place <= ${perWebhook}
      order by place, coalesce(next_attempt_at, created_at), id limit ${limit}`,
  );
}

/** When the next delivery falls due that is not due yet, or null. For the system scope. */
export async function nextDueAt(em: EntityManager, now: Date): Promise<Date | null> {
  const next = await row(
    em,
    sql<{ at: Date | null }>`
      select min(next_attempt_at) as at from webhook_deliveries where status = 'pending' and next_attempt_at > ${now}`,
  );
  return next?.at ?? null;
}

/** Takes those of the tenant's deliveries that are still due and that nobody else is taking. */
export function claimDeliveries(
  em: EntityManager,
  { tenantId, ids, now }: { tenantId: string; ids: string[]; now: Date },
): Promise<ClaimedDelivery[]> {
  return rows(
    em,
    sql<ClaimedDelivery>`
      with taken as (
        select id from webhook_deliveries
        where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and ${due(now)}
        for update skip locked
      )
      update webhook_deliveries d set status = 'delivering', next_attempt_at = null, lease_owner = ${leaseOwner()},
        lease_number = d.lease_number + 1, lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from taken, webhooks w
      where d.tenant_id = ${tenantId} and d.id = taken.id and w.tenant_id = d.tenant_id and w.id = d.webhook_id
      returning d.id, d.tenant_id as "tenantId", d.webhook_id as "webhookId", d.host, d.event_id as "eventId", d.event,
        d.body, d.attempts, d.lease_number as "leaseNumber", w.status as "webhookStatus", w.url, w.secret,
        case when w.previous_secret_until > ${now} then w.previous_secret end as "previousSecret"`,
  );
}

/** Gives a delivery back as it was: its attempt had no outcome. */
export async function releaseDelivery(em: EntityManager, { id, leaseNumber }: ClaimedDelivery): Promise<void> {
  await rows(
    em,
    sql`update webhook_deliveries set status = 'pending', lease_expires_at = null, lease_owner = null
        where id = ${id} and status = 'delivering' and lease_number = ${leaseNumber}`,
  );
}

/** Owners on this host of the leases that are in force. For the system scope. */
export function findDeliveryLeasesOfHost(
  em: EntityManager,
): Promise<{ id: string; tenantId: string; owner: string }[]> {
  return rows(
    em,
    sql<{ id: string; tenantId: string; owner: string }>`
      select id, tenant_id as "tenantId", lease_owner as owner from webhook_deliveries
      where status = 'delivering' and lease_expires_at >= now() and starts_with(lease_owner, ${LEASES_OF_HOST})`,
  );
}

/** Ends the lease of a process that is known to be dead, so that its delivery need not wait for it. */
export async function freeDelivery(em: EntityManager, id: string, owner: string): Promise<void> {
  await rows(
    em,
    sql`update webhook_deliveries set lease_expires_at = now() - interval '1 second'
        where id = ${id} and status = 'delivering' and lease_owner = ${owner}`,
  );
}
