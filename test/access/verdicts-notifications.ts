import type { GraphqlCase } from './graphql-case.js';
import type { RestCase } from './verdicts-rest.js';
import { ALL, NOBODYS } from './verdict.js';

const RULE = { name: 'What fails', events: ['control_failed'], isPaused: true };

function change(name: string, type: string, terms: object = {}): GraphqlCase {
  const payload = name === 'testNotificationRule' ? 'messageIds' : 'notificationRule { id }';
  return {
    may: ALL,
    document: `mutation ($input: ${type}!) { ${name}(input: $input) { ${payload} } }`,
    variables: () => ({ input: { notificationRuleId: NOBODYS, ...terms } }),
    code: 'NOT_FOUND',
  };
}

/** Every operation of notification rules. */
export const NOTIFICATIONS: Readonly<Record<string, GraphqlCase>> = {
  'Query.notificationRules': {
    may: ALL,
    document: '{ notificationRules { id owner { id } members { id } log(first: 1) { totalCount nodes { id } } } }',
  },
  'Query.notificationRule': {
    may: ALL,
    document: 'query ($id: ID!) { notificationRule(id: $id) { id } }',
    variables: ({ notificationRuleId }) => ({ id: notificationRuleId }),
  },
  'Query.notificationLog': {
    may: ALL,
    document: 'query ($id: ID!) { notificationLog(notificationRuleId: $id) { nodes { id } } }',
    variables: ({ notificationRuleId }) => ({ id: notificationRuleId }),
  },
  'Mutation.createNotificationRule': {
    may: ALL,
    document: `mutation ($input: CreateNotificationRuleInput!) {
      createNotificationRule(input: $input) { notificationRule { id } } }`,
    variables: () => ({ input: RULE }),
  },
  'Mutation.updateNotificationRule': change('updateNotificationRule', 'UpdateNotificationRuleInput', { name: 'Other' }),
  'Mutation.deleteNotificationRule': change('deleteNotificationRule', 'DeleteNotificationRuleInput'),
  'Mutation.testNotificationRule': change('testNotificationRule', 'TestNotificationRuleInput'),
};

/** Every path of notification rules. */
export const NOTIFICATION_PATHS: Readonly<Record<string, RestCase>> = {
  'GET /api/notification-rules': { may: ALL, status: 200, path: () => '/api/notification-rules' },
  'POST /api/notification-rules': {
    may: ALL,
    status: 201,
    path: () => '/api/notification-rules',
    body: () => ({ name: 'What fails', events: ['control_failed'], is_paused: true }),
  },
  'GET /api/notification-rules/{id}': {
    may: ALL,
    status: 200,
    path: ({ notificationRuleId }) => `/api/notification-rules/${notificationRuleId}`,
  },
  'PUT /api/notification-rules/{id}': {
    may: ALL,
    status: 404,
    path: () => `/api/notification-rules/${NOBODYS}`,
    body: () => ({ name: 'Other' }),
  },
  'DELETE /api/notification-rules/{id}': { may: ALL, status: 404, path: () => `/api/notification-rules/${NOBODYS}` },
  'POST /api/notification-rules/{id}/test': {
    may: ALL,
    status: 404,
    path: () => `/api/notification-rules/${NOBODYS}/test`,
  },
  'GET /api/notification-rules/{id}/log': {
    may: ALL,
    status: 200,
    path: ({ notificationRuleId }) => `/api/notification-rules/${notificationRuleId}/log?limit=1`,
  },
};
