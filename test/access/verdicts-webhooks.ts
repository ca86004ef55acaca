import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, NOBODYS, WEBHOOK } from './verdict.js';

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
