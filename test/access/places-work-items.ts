import { graphql, IN_PATH, IN_QUERY, OF_CATALOGUE, OF_TENANT, type IdRequest, type Place } from './place.js';

const LIST = 'query ($where: WorkItemsWhere) { workItems(where: $where) { totalCount nodes { id } } }';
const CREATE = 'mutation ($input: CreateWorkItemInput!) { createWorkItem(input: $input) { workItem { id } } }';
const UPDATE = 'mutation ($input: UpdateWorkItemInput!) { updateWorkItem(input: $input) { workItem { id } } }';
const DELETE = 'mutation ($input: WorkItemInput!) { deleteWorkItem(input: $input) { workItem { id } } }';

function create(input: object): IdRequest {
  return graphql(CREATE, { input: { title: 'Look into it', ...input } });
}

/** Every argument and input field of work items that is an id. */
export const WORK_ITEM_PLACES: Readonly<Record<string, Place>> = {
  'Query.workItem(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'workItemId',
    request: (id) => graphql('query ($id: ID!) { workItem(id: $id) { id title } }', { id }),
  },
  'WorkItemsWhere.ownerId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    request: (id) => graphql(LIST, { where: { ownerId: id } }),
  },
  'WorkItemsWhere.controlId': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => graphql(LIST, { where: { controlId: id } }),
  },
  'WorkItemsWhere.findingId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'findingId',
    request: (id) => graphql(LIST, { where: { findingId: id } }),
  },
  'CreateWorkItemInput.controlId': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => create({ controlId: id }),
  },
  'CreateWorkItemInput.exceptionId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'exceptionId',
    request: (id) => create({ exceptionId: id }),
  },
  'CreateWorkItemInput.findingId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'findingId',
    request: (id) => create({ findingId: id }),
  },
  'CreateWorkItemInput.ownerId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    request: (id, { controlId }) => create({ controlId, ownerId: id }),
  },
  'UpdateWorkItemInput.workItemId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'workItemId',
    request: (id) => graphql(UPDATE, { input: { workItemId: id } }),
  },
  'UpdateWorkItemInput.ownerId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    request: (id, { workItemId }) => graphql(UPDATE, { input: { workItemId, ownerId: id } }),
  },
  'WorkItemInput.workItemId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'workItemId',
    request: (id) => graphql(DELETE, { input: { workItemId: id } }),
  },
};
