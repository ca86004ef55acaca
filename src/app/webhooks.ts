import type { Config } from '../config/config.js';
import type { Worker } from '../feature/feature.js';
import { DeliverySender } from '../modules/webhooks/delivery-sender.js';
import { DeliveryWorker, type DeliveryWorkerOptions } from '../modules/webhooks/delivery.jobs.js';
import { WebhookService } from '../modules/webhooks/webhook.service.js';
import type { Vault } from '../platform/crypto/vault.js';
import { SafeFetch } from '../platform/safe-fetch/safe-fetch.js';

export interface WebhookParts extends Omit<DeliveryWorkerOptions, 'sender'> {
  config: Config;
  vault: Vault;
}

/** Wires who is told of events, and what tells them. */
export function createWebhooks({ config, vault, ...parts }: WebhookParts) {
  const fetch = new SafeFetch({ allowsPrivate: config.allowsPrivateWebhooks });
  const sender = new DeliverySender({ fetch, vault, clock: parts.clock });
  return {
    webhooks: new WebhookService(fetch, vault),
    webhookWorkers: [new DeliveryWorker({ ...parts, sender })] as Worker[],
  };
}
