import { get, graphql, IN_PATH, IN_QUERY, OF_TENANT, post, type IdRequest, type Place } from './place.js';

const CREATE = `mutation ($input: CreateNotificationRuleInput!) {
  createNotificationRule(input: $input) { notificationRule { id } } }`;
const UPDATE = `mutation ($input: UpdateNotificationRuleInput!) {
  updateNotificationRule(input: $input) { notificationRule { id } } }`;
const DELETE = `mutation ($input: DeleteNotificationRuleInput!) {
  deleteNotificationRule(input: $input) { notificationRule { id } } }`;
const TEST = 'mutation ($input: TestNotificationRuleInput!) { testNotificationRule(input: $input) { messageIds } }';
/** A rule that notifies nobody, because it is paused. */
const RULE = { name: 'What fails', events: ['control_failed'] };

const OF_RULE = { ...IN_QUERY, ...OF_TENANT, own: 'notificationRuleId' } as const;
const RULE_IN_PATH = { ...IN_PATH, ...OF_TENANT, own: 'notificationRuleId' } as const;
const OF_MEMBER = { ...IN_QUERY, ...OF_TENANT, own: 'memberId' } as const;
const OF_WEBHOOK = { ...IN_QUERY, ...OF_TENANT, own: 'webhookId' } as const;

function create(receivers: object): IdRequest {
  return graphql(CREATE, { input: { ...RULE, isOfOrganization: true, isPaused: true, ...receivers } });
}

/** Receivers replace those that a rule has. */
function update(id: string, receivers: object): IdRequest {
  return graphql(UPDATE, { input: { notificationRuleId: id, memberIds: [], ...receivers } });
}

/** Every argument and input field of notification rules that is an id. */
export const NOTIFICATION_GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'Query.notificationRule(id)': {
    ...RULE_IN_PATH,
    request: (id) => graphql('query ($id: ID!) { notificationRule(id: $id) { id log { totalCount } } }', { id }),
  },
  'Query.notificationLog(notificationRuleId)': {
    ...RULE_IN_PATH,
    request: (id) => graphql('query ($id: ID!) { notificationLog(notificationRuleId: $id) { nodes { id } } }', { id }),
  },
  'CreateNotificationRuleInput.memberIds': { ...OF_MEMBER, request: (id) => create({ memberIds: [id] }) },
  'CreateNotificationRuleInput.webhookId': { ...OF_WEBHOOK, request: (id) => create({ webhookId: id }) },
  'UpdateNotificationRuleInput.notificationRuleId': {
    ...OF_RULE,
    request: (id) => graphql(UPDATE, { input: { notificationRuleId: id, name: 'Another name' } }),
  },
  'UpdateNotificationRuleInput.memberIds': {
    ...OF_MEMBER,
    request: (id, { notificationRuleId }) => update(notificationRuleId, { memberIds: [id], webhookId: null }),
  },
  'UpdateNotificationRuleInput.webhookId': {
    ...OF_WEBHOOK,
    request: (id, { notificationRuleId }) => update(notificationRuleId, { webhookId: id }),
  },
  'DeleteNotificationRuleInput.notificationRuleId': {
    ...OF_RULE,
    own: 'doomedNotificationRuleId',
    request: (id) => graphql(DELETE, { input: { notificationRuleId: id } }),
  },
  'TestNotificationRuleInput.notificationRuleId': {
    ...OF_RULE,
    request: (id) => graphql(TEST, { input: { notificationRuleId: id } }),
  },
};

const ROOT = '/api/notification-rules';

/** Every place of an id in the REST paths of notification rules. */
export const NOTIFICATION_REST_PLACES: Readonly<Record<string, Place>> = {
  [`GET ${ROOT}/{id} id`]: { ...RULE_IN_PATH, request: (id) => get(`${ROOT}/${id}`) },
  [`GET ${ROOT}/{id}/log id`]: { ...RULE_IN_PATH, request: (id) => get(`${ROOT}/${id}/log`) },
  [`PUT ${ROOT}/{id} id`]: {
    ...RULE_IN_PATH,
    request: (id) => ({ method: 'PUT', path: `${ROOT}/${id}`, body: { name: 'Another name' } }),
  },
  [`PUT ${ROOT}/{id} /member_ids`]: {
    ...OF_MEMBER,
    request: (id, { notificationRuleId }) => ({
      method: 'PUT',
      path: `${ROOT}/${notificationRuleId}`,
      body: { member_ids: [id], webhook_id: null },
    }),
  },
  [`PUT ${ROOT}/{id} /webhook_id`]: {
    ...OF_WEBHOOK,
    request: (id, { notificationRuleId }) => ({
      method: 'PUT',
      path: `${ROOT}/${notificationRuleId}`,
      body: { member_ids: [], webhook_id: id },
    }),
  },
  [`POST ${ROOT}/{id}/test id`]: {
    ...RULE_IN_PATH,
    status: 202,
    request: (id) => post(`${ROOT}/${id}/test`, undefined),
  },
  [`POST ${ROOT} /member_ids`]: {
    ...OF_MEMBER,
    status: 201,
    request: (id) => post(ROOT, { ...RULE, is_paused: true, is_of_organization: true, member_ids: [id] }),
  },
  [`POST ${ROOT} /webhook_id`]: {
    ...OF_WEBHOOK,
    status: 201,
    request: (id) => post(ROOT, { ...RULE, is_paused: true, is_of_organization: true, webhook_id: id }),
  },
  [`DELETE ${ROOT}/{id} id`]: {
    ...RULE_IN_PATH,
    own: 'anotherDoomedNotificationRuleId',
    status: 204,
    request: (id) => ({ method: 'DELETE', path: `${ROOT}/${id}` }),
  },
};
