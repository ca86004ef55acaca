import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { query } from '../../platform/database/database.js';
import { deliveryPages } from './delivery.sql.js';
import type { WebhookAttemptType } from './webhook.type.js';

export type DeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'failed';

/** A delivery in API responses. */
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

/** A page of the deliveries of a webhook, newest first. */
export interface DeliveriesQuery {
  webhookId: string;
  status: DeliveryStatus | null;
  request: PageRequest;
}

/** One delivery of the tenant, or null. */
export async function readDelivery(ctx: RequestContext, id: string): Promise<DeliveryRow | null> {
  const [delivery] = await readDeliveriesById(ctx, [id]);
  return delivery ?? null;
}

/** Those of the tenant's deliveries with these ids. */
export function readDeliveriesById({ em, viewer }: RequestContext, ids: readonly string[]): Promise<DeliveryRow[]> {
  return query(em)
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_id as eventId', 'event', 'status', 'failure', 'body', 'next_attempt_at as nextAttemptAt'])
    .select(['created_at as createdAt', 'completed_at as completedAt', 'redelivery_of as redeliveryOf'])
    .where('tenant_id', '=', viewer.tenantId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Loader for `ctx.once`: pages of deliveries, in one statement for all webhooks with the same arguments. */
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
  const webhookIds = queries.map(({ webhookId }) => webhookId);
  const [microseconds, id] = request.after === null ? [] : decodeCursor(request.after, ['microseconds', 'uuid']);
  const found = await deliveryPages.all(ctx.em, {
    tenantId: ctx.viewer.tenantId,
    webhookIds,
    status,
    after: id === undefined ? null : { microseconds: Number(microseconds), id: String(id) },
    limit: request.first + 1,
    offset: request.offset,
  });
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
      const webhookIds = queries.map(({ webhookId }) => webhookId);
      const found = await query(em)
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => ['webhook_id as webhookId', 'status', fn.countAll<string>().as('count')])
        .where('tenant_id', '=', viewer.tenantId)
        .where('webhook_id', 'in', webhookIds)
        .groupBy(['webhook_id', 'status'])
        .execute();
      return queries.map(({ webhookId, status }) =>
        found
          .filter((each) => each.webhookId === webhookId && (status === null || each.status === status))
          .reduce((sum, { count }) => sum + Number(count), 0),
      );
    },
    { cacheKeyFn: ({ webhookId, status }) => `${webhookId} ${status ?? ''}` },
  );
}

/** Loader for `ctx.once`: attempts of deliveries, in order, in one statement per batch. */
export function attemptsLoader({ em, viewer }: RequestContext): DataLoader<string, WebhookAttemptType[]> {
  return new DataLoader(async (ids) => {
    const found = await query(em)
      .selectFrom('webhook_attempts')
      .select(['delivery_id as deliveryId', 'number', 'at', 'duration_ms as durationMs', 'status_code as statusCode'])
      .select(['error', 'response_excerpt as responseExcerpt'])
      .where('tenant_id', '=', viewer.tenantId)
      .where('delivery_id', 'in', ids)
      .orderBy('delivery_id')
      .orderBy('number')
      .execute();
    const byDelivery = Map.groupBy(found, ({ deliveryId }) => deliveryId);
    return ids.map((id) => byDelivery.get(id) ?? []);
  });
}
