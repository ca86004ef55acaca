import type { RestRow } from '../../feature/rest-row.js';

const WEBHOOK = `
  id url events status hasSecret createdAt updatedAt consecutiveFailures disabledAt disabledReason
  lastDelivery { at statusCode }`;

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
];
