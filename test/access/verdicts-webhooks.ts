import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, NOBODYS, WEBHOOK } from './verdict.js';
import type { RestCase } from './verdicts-rest.js';

/** Every operation of webhooks. */
export const WEBHOOKS: Readonly<Record<string, GraphqlCase>> = {
  'Query.webhooks': { may: ADMIN, document: '{ webhooks { id } }' },
  'Query.webhook': {
    may: ADMIN,
    document: 'query ($id: ID!) { webhook(id: $id) { id deliveries(first: 1) { nodes { id } } } }',
    variables: ({ webhookId }) => ({ id: webhookId }),
  },
  'Query.webhookDeliveries': {
    may: ADMIN,
    document: 'query ($id: ID!) { webhookDeliveries(webhookId: $id, first: 1) { nodes { id } } }',
    variables: ({ webhookId }) => ({ id: webhookId }),
  },
  'Mutation.createWebhook': {
    may: ADMIN,
    document: 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }',
    variables: () => ({ input: WEBHOOK }),
  },
  'Mutation.updateWebhook': {
    may: ADMIN,
    document: 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id } } }',
    variables: ({ webhookId }) => ({ input: { webhookId, events: ['scan.failed'] } }),
  },
  'Mutation.rotateWebhookSecret': {
    may: ADMIN,
    document: 'mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { webhook { id } } }',
    variables: ({ webhookId }) => ({ input: { webhookId, secret: WEBHOOK.secret } }),
  },
  'Mutation.pingWebhook': {
    may: ADMIN,
    document: 'mutation ($input: PingWebhookInput!) { pingWebhook(input: $input) { delivery { id } } }',
    variables: ({ webhookId }) => ({ input: { webhookId } }),
  },
  'Mutation.redeliver': {
    may: ADMIN,
    document: 'mutation ($input: RedeliverInput!) { redeliver(input: $input) { delivery { id } } }',
    variables: ({ deliveryId }) => ({ input: { deliveryId } }),
  },
  'Mutation.deleteWebhook': {
    may: ADMIN,
    document: 'mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { webhook { id } } }',
    variables: () => ({ input: { webhookId: NOBODYS } }),
    code: 'NOT_FOUND',
  },
};

/** Every path of webhooks. */
export const WEBHOOKS_REST: Readonly<Record<string, RestCase>> = {
  'POST /api/webhooks': { may: ADMIN, status: 201, path: () => '/api/webhooks', body: () => WEBHOOK },
  'GET /api/webhooks': { may: ADMIN, status: 200, path: () => '/api/webhooks' },
  'DELETE /api/webhooks/{id}': {
    may: ADMIN,
    status: 204,
    statusLater: 404,
    path: ({ doomedWebhookId }) => `/api/webhooks/${doomedWebhookId}`,
  },
  'GET /api/webhooks/{id}': { may: ADMIN, status: 200, path: ({ webhookId }) => `/api/webhooks/${webhookId}` },
  'GET /api/webhooks/{id}/deliveries': {
    may: ADMIN,
    status: 200,
    path: ({ webhookId }) => `/api/webhooks/${webhookId}/deliveries?status=failed`,
  },
  'PUT /api/webhooks/{id}': {
    may: ADMIN,
    status: 200,
    path: ({ webhookId }) => `/api/webhooks/${webhookId}`,
    body: () => ({ events: ['scan.failed'] }),
  },
  'POST /api/webhooks/{id}/rotate-secret': {
    may: ADMIN,
    status: 200,
    path: ({ webhookId }) => `/api/webhooks/${webhookId}/rotate-secret`,
    body: () => ({ secret: WEBHOOK.secret }),
  },
  'POST /api/webhooks/{id}/ping': {
    may: ADMIN,
    status: 202,
    path: ({ webhookId }) => `/api/webhooks/${webhookId}/ping`,
  },
  'POST /api/webhooks/deliveries/{id}/redeliver': {
    may: ADMIN,
    status: 202,
    path: ({ deliveryId }) => `/api/webhooks/deliveries/${deliveryId}/redeliver`,
  },
};
