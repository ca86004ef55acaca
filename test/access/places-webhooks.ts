import { graphql, IN_PATH, IN_QUERY, OF_TENANT, type Place } from './place.js';

/** Every place of an id in the REST paths of webhooks. */
export const WEBHOOK_REST_PLACES: Readonly<Record<string, Place>> = {
  'DELETE /api/webhooks/{id} id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'doomedWebhookId',
    status: 204,
    request: (id) => ({ method: 'DELETE', path: `/api/webhooks/${id}` }),
  },
};

/** Every argument and input field of webhooks that is an id. */
export const WEBHOOK_GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'Query.webhook(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'webhookId',
    request: (id) => graphql('query ($id: ID!) { webhook(id: $id) { id url deliveries { totalCount } } }', { id }),
  },
  'Query.webhookDeliveries(webhookId)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'webhookId',
    request: (id) => graphql('query ($id: ID!) { webhookDeliveries(webhookId: $id) { nodes { id } } }', { id }),
  },
  'UpdateWebhookInput.webhookId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'webhookId',
    request: (id) =>
      graphql('mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id } } }', {
        input: { webhookId: id, events: ['*'] },
      }),
  },
  'RotateWebhookSecretInput.webhookId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'webhookId',
    request: (id) =>
      graphql(
        'mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { webhook { id } } }',
        {
          input: { webhookId: id, secret: 'another secret of it' },
        },
      ),
  },
  'PingWebhookInput.webhookId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'webhookId',
    request: (id) =>
      graphql('mutation ($input: PingWebhookInput!) { pingWebhook(input: $input) { delivery { id } } }', {
        input: { webhookId: id },
      }),
  },
  'RedeliverInput.deliveryId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'deliveryId',
    request: (id) =>
      graphql('mutation ($input: RedeliverInput!) { redeliver(input: $input) { delivery { id } } }', {
        input: { deliveryId: id },
      }),
  },
  'DeleteWebhookInput.webhookId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'anotherDoomedWebhookId',
    request: (id) =>
      graphql('mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { webhook { id } } }', {
        input: { webhookId: id },
      }),
  },
};
