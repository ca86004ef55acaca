import type { Feature } from '../../feature/feature.js';
import { WebhookDeliveryResolver, WebhookResolver } from './webhook.resolver.js';
import { webhookRoutes } from './webhook.rest.js';
import type { WebhookService } from './webhook.service.js';

export function webhooksFeature(webhooks: WebhookService): Feature {
  return { resolvers: [new WebhookResolver(webhooks), new WebhookDeliveryResolver()], routes: webhookRoutes };
}
