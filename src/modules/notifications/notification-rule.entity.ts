import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { NotificationDelivery, NotificationEvent, PauseReason } from './notification-kinds.js';

/** Who is notified of which events, how and when. */
export const NotificationRuleEntity = defineEntity({
  name: 'NotificationRule',
  tableName: 'notification_rules',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    name: p.text(),
    /** Whose rule it is, and its only receiver; null for one of the organization. */
    ownerId: p.uuid().nullable(),
    /** Members that a rule of the organization notifies by mail. */
    memberIds: p.array(),
    /** Webhook that a rule of the organization notifies instead. */
    webhookId: p.uuid().nullable(),
    events: p.array().$type<NotificationEvent[]>(),
    /** Points by which a score has to fall. */
    scorePoints: p.integer(),
    /** Slugs; none for every framework. */
    frameworks: p.array(),
    delivery: p.text().$type<NotificationDelivery>(),
    digestHour: p.integer().nullable(),
    /** IANA name; null for that of the organization. */
    timezone: p.text().nullable(),
    /** Local times, `HH:MM`. */
    quietFrom: p.text().nullable(),
    quietTo: p.text().nullable(),
    pausedAt: p.datetime().nullable(),
    pauseReason: p.text().$type<PauseReason>().nullable(),
    /** When what waits is sent; null where that has to be worked out. */
    nextAt: p.datetime().nullable(),
    createdBy: p.uuid(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type NotificationRule = InferEntity<typeof NotificationRuleEntity>;
