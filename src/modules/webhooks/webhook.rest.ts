import type { RestRow } from '../../feature/rest-row.js';

const WEBHOOK = `
  id url format events status hasSecret createdAt updatedAt consecutiveFailures disabledAt disabledReason
  lastDelivery { at statusCode }`;

/** A webhook alone. */
const ONE = `${WEBHOOK} previousSecretUntil`;

/** What does not change while a delivery is on its way. */
const DELIVERY = `id event eventId createdAt redeliveryOf`;

/** REST rows. Source: specification, section 4, "Webhooks". */
export const webhookRoutes: RestRow[] = [
  {
    method: 'POST',
    path: '/api/webhooks',
    summary: 'Create a webhook.',
    status: 201,
    isIdempotent: true,
    document: `mutation ($input: CreateWebhookInput!) { data: createWebhook(input: $input) { webhook { ${WEBHOOK} } } }`,
    present: ({ webhook }) => webhook,
    presented: { of: 'webhook', members: {} },
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/api/webhooks',
    summary: 'Webhooks of the organization, oldest first.',
    document: `query { data: webhooks { ${WEBHOOK} } }`,
  },
  {
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    summary: 'Delete a webhook with its log.',
    status: 204,
    document: `mutation ($id: ID!) { data: deleteWebhook(input: { webhookId: $id }) { webhook { id } } }`,
  },
  {
    method: 'GET',
    path: '/api/webhooks/{id}',
    summary: 'One webhook.',
    document: `query ($id: ID!) { data: webhook(id: $id) { ${ONE} } }`,
  },
  {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    summary: 'Deliveries of a webhook, newest first.',
    list: 'streamed',
    document: `query (
      $id: ID!, $status: WebhookDeliveryStatus, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: webhookDeliveries(webhookId: $id, status: $status, first: $first, after: $after, offset: $offset) {
        nodes { ${DELIVERY} status failure completedAt nextAttemptAt attempts { number at durationMs statusCode error } }
        pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
  },
  {
    method: 'PUT',
    path: '/api/webhooks/{id}',
    summary: 'Change a webhook, or enable it again; omitted fields stay unchanged.',
    inputFromPath: { webhookId: 'id' },
    document: `mutation ($input: UpdateWebhookInput!) { data: updateWebhook(input: $input) { webhook { ${ONE} } } }`,
    present: ({ webhook }) => webhook,
    presented: { of: 'webhook', members: {} },
    errors: ['CONFLICT'],
  },
  {
    method: 'POST',
    path: '/api/webhooks/{id}/rotate-secret',
    summary: 'Give a webhook another secret; the old one signs too for a time.',
    inputFromPath: { webhookId: 'id' },
    document: `mutation ($input: RotateWebhookSecretInput!) {
      data: rotateWebhookSecret(input: $input) { webhook { ${ONE} } }
    }`,
    present: ({ webhook }) => webhook,
    presented: { of: 'webhook', members: {} },
  },
  {
    method: 'POST',
    path: '/api/webhooks/{id}/ping',
    summary: 'Send a test event to a webhook.',
    status: 202,
    inputFromPath: { webhookId: 'id' },
    document: `mutation ($input: PingWebhookInput!) { data: pingWebhook(input: $input) { delivery { ${DELIVERY} } } }`,
    present: ({ delivery }) => delivery,
    presented: { of: 'delivery', members: {} },
    errors: ['CONFLICT'],
  },
  {
    method: 'POST',
    path: '/api/webhooks/deliveries/{id}/redeliver',
    summary: 'Send a delivery once more.',
    status: 202,
    inputFromPath: { deliveryId: 'id' },
    document: `mutation ($input: RedeliverInput!) { data: redeliver(input: $input) { delivery { ${DELIVERY} } } }`,
    present: ({ delivery }) => delivery,
    presented: { of: 'delivery', members: {} },
    errors: ['CONFLICT'],
  },
];
