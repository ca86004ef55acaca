import type { EntityManager } from '../../platform/database/database.js';
import { publish, type Notifications } from '../../platform/pubsub/notifications.js';

const TOPIC = 'delivery';
/** Addressee of notifications for every tenant. The trigger on the outbox notifies it too (`fan_out_events`). */
const EVERY_WORKER = '*';

/** Wakes the delivery workers of every process, when the transaction of `em` commits. */
export function wakeWorkers(em: EntityManager): Promise<void> {
  return publish(em, { topic: TOPIC, tenantId: EVERY_WORKER, id: '' });
}

/** Yields whenever there may be something to deliver. Ends with `signal`. */
export function wakeUps(notifications: Notifications, signal: AbortSignal): AsyncIterable<unknown> {
  return notifications.subscribe(TOPIC, EVERY_WORKER, signal);
}
