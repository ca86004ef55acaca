import { ADMIN } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { DeliverySender } from './delivery-sender.js';
import { DeliveryWorker } from './delivery.jobs.js';
import { WebhookEntity } from './webhook.entity.js';
import { WebhookDeliveryResolver, WebhookResolver } from './webhook.resolver.js';
import { webhookRoutes } from './webhook.rest.js';
import { WebhookService } from './webhook.service.js';

/** Subscriptions to events, and the deliveries to them. */
export const webhooksFeature = feature({
  access: {
    'Query.webhooks': ADMIN,
    'Query.webhook': ADMIN,
    'Mutation.createWebhook': ADMIN,
    'Mutation.updateWebhook': ADMIN,
    'Mutation.deleteWebhook': ADMIN,
    'Mutation.pingWebhook': ADMIN,
    'Mutation.rotateWebhookSecret': ADMIN,
    'Mutation.redeliver': ADMIN,
  },
  listSizes: () => ({ 'Query.webhooks': 20, 'WebhookDelivery.attempts': 10 }),
  tags: {
    webhooks: {
      name: 'Webhooks',
      description: 'Subscriptions to events. The requests that they receive are described under webhooks.',
    },
  },
  entities: [WebhookEntity],
  sealedColumns: [
    { table: 'webhooks', column: 'secret' },
    // Sealed when it was the secret in force, and moved as it stands.
    { table: 'webhooks', column: 'previous_secret', place: (id) => `webhooks ${id} secret` },
  ],
  create({ config, database, notifications, jobs, vault, clock, log }: Platform) {
    const fetch = new SafeFetch({ allowsPrivate: config.allowsPrivateWebhooks });
    const sender = new DeliverySender({ fetch, vault, clock });
    return {
      services: {},
      resolvers: [new WebhookResolver(new WebhookService(fetch, vault)), new WebhookDeliveryResolver()],
      routes: webhookRoutes,
      workers: [new DeliveryWorker({ database, notifications, jobs, clock, log, sender })],
    };
  },
});
