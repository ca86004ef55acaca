import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { query, row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import type { WebhookAttemptType } from './webhook.type.js';

export type DeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'failed';

/** A delivery as clients see it. */
export interface DeliveryRow {
  id: string;
  eventId: string;
  event: string;
  status: DeliveryStatus;
  failure: string | null;
  body: string;
  nextAttemptAt: Date | null;
  createdAt: Date;
  completedAt: Date | null;
  redeliveryOf: string | null;
}

/** Some of the deliveries of a webhook, newest first. */
export interface DeliveriesQuery {
  webhookId: string;
  status: DeliveryStatus | null;
  request: PageRequest;
}

const COLUMNS = sql`
  d.id, d.event_id as "eventId", d.event, d.status, d.failure, d.body, d.next_attempt_at as "nextAttemptAt",
  d.created_at as "createdAt", d.completed_at as "completedAt", d.redelivery_of as "redeliveryOf"`;

/** One delivery of the tenant, or null. */
export function readDelivery({ em, viewer }: RequestContext, id: string): Promise<DeliveryRow | null> {
  return row(
    em,
    sql<DeliveryRow>`
      select ${COLUMNS} from webhook_deliveries d where d.id = ${id} and d.tenant_id = ${viewer.tenantId}`,
  );
}

/** When the next delivery falls due that is not due yet, or null. For the system scope. */
export async function readNextDue(em: EntityManager, now: Date): Promise<Date | null> {
  const next = await query(em)
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.min('next_attempt_at').as('at'))
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', now)
    .executeTakeFirst();
  return next?.at ?? null;
}

/** For `ctx.once`: pages of deliveries, in one statement for all webhooks that are asked the same. */
export function deliveryPageLoader(ctx: RequestContext): DataLoader<DeliveriesQuery, Page<DeliveryRow>, string> {
  return new DataLoader(
    async (queries) => {
      const pages = new Map<string, Page<DeliveryRow>>();
      for (const alike of Map.groupBy(queries, ({ status, request }) => JSON.stringify([status, request])).values()) {
        for (const [key, page] of await readPages(ctx, alike)) pages.set(key, page);
      }
      return queries.map((query) => pages.get(keyOf(query)) ?? new Error('a page was not read'));
    },
    { cacheKeyFn: keyOf },
  );
}

function keyOf(query: DeliveriesQuery): string {
  return JSON.stringify(query);
}

/** @param queries of different webhooks, else the same */
async function readPages(ctx: RequestContext, queries: DeliveriesQuery[]): Promise<[string, Page<DeliveryRow>][]> {
  const [{ status, request } = { status: null, request: { first: 0, after: null, offset: 0 } }] = queries;
  const [after, id] = request.after === null ? [null, null] : decodeCursor(request.after, ['microseconds', 'uuid']);
  const createdAt = sql`timestamptz 'epoch' + ${after}::bigint * interval '1 microsecond'`;
  const found = await rows(
    ctx.em,
    sql<DeliveryRow & { webhookId: string; microseconds: number }>`
      select wanted.id as "webhookId", page.*
      from unnest(${queries.map(({ webhookId }) => webhookId)}::uuid[]) as wanted (id)
      cross join lateral (
        select ${COLUMNS}, (extract(epoch from d.created_at) * 1000000)::float8 as microseconds
        from webhook_deliveries d
        where d.tenant_id = ${ctx.viewer.tenantId} and d.webhook_id = wanted.id
          and (${status}::text is null or d.status = ${status}::text)
          and (${after}::bigint is null or (d.created_at, d.id) < (${createdAt}, ${id}::uuid))
        order by d.created_at desc, d.id desc limit ${request.first + 1} offset ${request.offset}
      ) page
      order by page."createdAt" desc, page.id desc`,
  );
  const byWebhook = Map.groupBy(found, ({ webhookId }) => webhookId);
  return queries.map((query) => [
    keyOf(query),
    pageOf<DeliveryRow>(byWebhook.get(query.webhookId) ?? [], request.first, {
      cursorOf: (delivery) => encodeCursor((delivery as (typeof found)[number]).microseconds, delivery.id),
      countAll: () => ctx.once(deliveryCountLoader).load({ webhookId: query.webhookId, status }),
    }),
  ]);
}

interface CountQuery {
  webhookId: string;
  status: DeliveryStatus | null;
}

function deliveryCountLoader({ em, viewer }: RequestContext): DataLoader<CountQuery, number, string> {
  return new DataLoader(
    async (queries) => {
      const found = await rows(
        em,
        sql<{ webhookId: string; status: DeliveryStatus; count: number }>`
          select webhook_id as "webhookId", status, count(*)::int as count from webhook_deliveries
          where tenant_id = ${viewer.tenantId} and webhook_id = any(${queries.map(({ webhookId }) => webhookId)}::uuid[])
          group by webhook_id, status`,
      );
      return queries.map(({ webhookId, status }) =>
        found
          .filter((each) => each.webhookId === webhookId && (status === null || each.status === status))
          .reduce((sum, { count }) => sum + count, 0),
      );
    },
    { cacheKeyFn: ({ webhookId, status }) => `${webhookId} ${status ?? ''}` },
  );
}

/** For `ctx.once`: the attempts of deliveries, in order, in one statement for all that are asked together. */
export function attemptsLoader({ em, viewer }: RequestContext): DataLoader<string, WebhookAttemptType[]> {
  return new DataLoader(async (ids) => {
    const found = await rows(
      em,
      sql<WebhookAttemptType & { deliveryId: string }>`
        select delivery_id as "deliveryId", number, at, duration_ms as "durationMs", status_code as "statusCode", error,
          response_excerpt as "responseExcerpt"
        from webhook_attempts
        where tenant_id = ${viewer.tenantId} and delivery_id = any(${[...ids]}::uuid[])
        order by delivery_id, number`,
    );
    const byDelivery = Map.groupBy(found, ({ deliveryId }) => deliveryId);
    return ids.map((id) => byDelivery.get(id) ?? []);
  });
}
