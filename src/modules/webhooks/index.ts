import { ADMIN, inReserve, interactive, reachingOut, read, stepUp } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import { SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { AddressChallenge } from './address-challenge.js';
import { DeliverySender } from './delivery-sender.js';
import { DeliveryWorker } from './delivery.jobs.js';
import { UrlSealing } from './webhook-url.jobs.js';
import { WebhookEntity } from './webhook.entity.js';
import { WebhookDeliveryResolver, WebhookResolver } from './webhook.resolver.js';
import { webhookRoutes } from './webhook.rest.js';
import { WebhookService } from './webhook.service.js';

/** Pings and repetitions, at the default of 600 requests a minute. */
const BY_HAND = 'webhook deliveries by hand';
const BY_HAND_PER_600 = 30;

/** Addresses that are given, for each of which name servers are asked. */
const ADDRESS_CHECKS = 'webhook address checks';
const ADDRESS_CHECKS_PER_600 = 60;

/** Requests that ask a new address for its confirmation, each of which a request waits for. */
const CHALLENGES_PER_600 = 6;

/** Subscriptions to events, and the deliveries to them. */
export const webhooksFeature = feature({
  access: {
    'Query.webhooks': read(ADMIN),
    'Query.webhook': read(ADMIN),
    'Query.webhookDeliveries': read(ADMIN),
    'Mutation.createWebhook': reachingOut(ADDRESS_CHECKS, stepUp(ADMIN)),
    'Mutation.updateWebhook': reachingOut(ADDRESS_CHECKS, stepUp(ADMIN)),
    'Mutation.deleteWebhook': inReserve(stepUp(ADMIN)),
    'Mutation.pingWebhook': reachingOut(BY_HAND, interactive(ADMIN)),
    'Mutation.rotateWebhookSecret': stepUp(ADMIN),
    'Mutation.redeliver': reachingOut(BY_HAND, interactive(ADMIN)),
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
    { table: 'webhooks', column: 'url' },
    // A rotation moves the encrypted secret as it is: its place stays that of the column `secret`.
    { table: 'webhooks', column: 'previous_secret', place: (id) => `webhooks ${id} secret` },
  ],
  create({ config, database, notifications, jobs, vault, clock, log, quota }: Platform) {
    const fetch = new SafeFetch({ allowsPrivate: config.allowsPrivateWebhooks });
    const sender = new DeliverySender({ fetch, vault, clock });
    const challenge = new AddressChallenge({
      fetch,
      clock,
      quota: quota('webhook challenges', CHALLENGES_PER_600),
      isRequired: config.requiresWebhookChallenge,
    });
    const sealing = new UrlSealing({ database, vault, log });
    return {
      services: {},
      resolvers: [
        new WebhookResolver(
          new WebhookService({ fetch, vault, challenge, checks: quota(ADDRESS_CHECKS, ADDRESS_CHECKS_PER_600) }),
          quota(BY_HAND, BY_HAND_PER_600),
          vault,
        ),
        new WebhookDeliveryResolver(),
      ],
      routes: webhookRoutes,
      workers: [
        new DeliveryWorker({ database, notifications, jobs, clock, log, sender }),
        periodic(jobs, { name: 'webhook.seal_urls', every: '1 hour', run: (signal) => sealing.run(signal) }),
      ],
    };
  },
});
