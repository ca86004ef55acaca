import { graphql, IN_PATH, IN_QUERY, OF_CATALOGUE, OF_TENANT, type IdRequest, type Place } from './place.js';

const LIST = 'query ($where: WorkItemsWhere) { workItems(where: $where) { totalCount nodes { id } } }';
const CREATE = 'mutation ($input: CreateWorkItemInput!) { createWorkItem(input: $input) { workItem { id } } }';
const UPDATE = 'mutation ($input: UpdateWorkItemInput!) { updateWorkItem(input: $input) { workItem { id } } }';
const DELETE = 'mutation ($input: WorkItemInput!) { deleteWorkItem(input: $input) { workItem { id } } }';

function create(input: object): IdRequest {
  return graphql(CREATE, { input: { title: 'Look into it', ...input } });
}

const COMMENT = 'mutation ($input: AddWorkItemCommentInput!) { addWorkItemComment(input: $input) { comment { id } } }';
const CHANGE_COMMENT =
  'mutation ($input: UpdateWorkItemCommentInput!) { updateWorkItemComment(input: $input) { comment { id } } }';
const UPDATE_MANY = `mutation ($input: UpdateWorkItemsInput!) {
  updateWorkItems(input: $input) { results { workItem { id } error { code message pointer } } }
}`;

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
  'WorkItemsWhere.exceptionId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'exceptionId',
    request: (id) => graphql(LIST, { where: { exceptionId: id } }),
  },
  'UpdateWorkItemsInput.workItemIds': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'workItemId',
    request: (id) => graphql(UPDATE_MANY, { input: { workItemIds: [id] } }),
  },
  'UpdateWorkItemsInput.ownerId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    request: (id, { workItemId }) => graphql(UPDATE_MANY, { input: { workItemIds: [workItemId], ownerId: id } }),
  },
  'Query.workItemComments(workItemId)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'workItemId',
    request: (id) =>
      graphql('query ($id: ID!) { workItemComments(workItemId: $id) { totalCount nodes { id text } } }', { id }),
  },
  'AddWorkItemCommentInput.workItemId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'workItemId',
    request: (id) => graphql(COMMENT, { input: { workItemId: id, text: 'Seen' } }),
  },
  'AddWorkItemCommentInput.mentionedIds': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    request: (id, { workItemId }) => graphql(COMMENT, { input: { workItemId, text: 'Seen', mentionedIds: [id] } }),
  },
  'UpdateWorkItemCommentInput.commentId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'workItemCommentId',
    request: (id) => graphql(CHANGE_COMMENT, { input: { commentId: id, text: 'Seen' } }),
  },
  'UpdateWorkItemCommentInput.mentionedIds': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    request: (id, { workItemCommentId }) =>
      graphql(CHANGE_COMMENT, { input: { commentId: workItemCommentId, text: 'Seen', mentionedIds: [id] } }),
  },
  'DeleteWorkItemCommentInput.commentId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'deletedWorkItemCommentId',
    code: 'CONFLICT',
    request: (id) =>
      graphql(
        'mutation ($input: DeleteWorkItemCommentInput!) { deleteWorkItemComment(input: $input) { comment { id } } }',
        {
          input: { commentId: id },
        },
      ),
  },
};
