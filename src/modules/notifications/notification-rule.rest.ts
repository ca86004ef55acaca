import type { RestRow } from '../../feature/rest-row.js';

const RULE = `id name isOfOrganization owner { id name } members { id name } webhookId events scorePoints frameworks delivery digestHour
  timezone quietFrom quietTo isPaused pauseReason createdAt updatedAt`;

/** REST rows of notification rules. Source: schema/contract/notifications.md. */
export const notificationRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/notification-rules',
    summary: 'Notification rules of the caller and of the organization, oldest first.',
    document: `query { data: notificationRules { ${RULE} } }`,
  },
  {
    method: 'POST',
    path: '/api/notification-rules',
    summary: 'Create a notification rule.',
    status: 201,
    isIdempotent: true,
    document: `mutation ($input: CreateNotificationRuleInput!) {
      data: createNotificationRule(input: $input) { notificationRule { ${RULE} } }
    }`,
    present: ({ notification_rule: rule }) => rule,
    presented: { of: 'notification_rule', members: {} },
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/api/notification-rules/{id}',
    summary: 'One notification rule.',
    document: `query ($id: ID!) { data: notificationRule(id: $id) { ${RULE} } }`,
  },
  {
    method: 'PUT',
    path: '/api/notification-rules/{id}',
    summary: 'Change, pause or resume a notification rule; omitted fields stay unchanged.',
    inputFromPath: { notificationRuleId: 'id' },
    document: `mutation ($input: UpdateNotificationRuleInput!) {
      data: updateNotificationRule(input: $input) { notificationRule { ${RULE} } }
    }`,
    present: ({ notification_rule: rule }) => rule,
    presented: { of: 'notification_rule', members: {} },
  },
  {
    method: 'DELETE',
    path: '/api/notification-rules/{id}',
    summary: 'Delete a notification rule with what waits for it and its log.',
    status: 204,
    document: `mutation ($id: ID!) {
      data: deleteNotificationRule(input: { notificationRuleId: $id }) { notificationRule { id } }
    }`,
  },
  {
    method: 'POST',
    path: '/api/notification-rules/{id}/test',
    summary: 'Send a marked test to every receiver of a notification rule.',
    status: 202,
    inputFromPath: { notificationRuleId: 'id' },
    document: `mutation ($input: TestNotificationRuleInput!) { data: testNotificationRule(input: $input) { messageIds } }`,
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/api/notification-rules/{id}/log',
    summary: 'Messages of a notification rule, newest first.',
    list: 'streamed',
    document: `query ($id: ID!, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!) {
      data: notificationLog(notificationRuleId: $id, first: $first, after: $after, offset: $offset) {
        nodes { id isTest receiver { id name } events eventCount status error createdAt completedAt }
        pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
  },
];
