import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { DisabledReason, WebhookStatus } from './delivery.rules.js';
import type { WebhookFormat } from './message-format.rules.js';

/** A webhook as configured by an admin. Changes by its deliveries are written by `delivery-outcome.ts`. */
export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    /** Sealed address: see `webhook-url.ts`. */
    url: p.text(),
    /** Host of the URL, with its port, for fair queueing. */
    host: p.text(),
    events: p.array(),
    /** Never changed. */
    format: p.text().$type<WebhookFormat>(),
    status: p.text().$type<WebhookStatus>(),
    /** Sealed secret. */
    secret: p.text(),
    /** Sealed previous secret, which also signs until `previousSecretUntil`. */
    previousSecret: p.text().nullable(),
    previousSecretUntil: p.datetime().nullable(),
    consecutiveFailures: p.integer(),
    failingSince: p.datetime().nullable(),
    disabledAt: p.datetime().nullable(),
    disabledReason: p.text().$type<DisabledReason>().nullable(),
    lastDeliveryAt: p.datetime().nullable(),
    lastStatusCode: p.integer().nullable(),
    createdBy: p.uuid(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Webhook = InferEntity<typeof WebhookEntity>;
