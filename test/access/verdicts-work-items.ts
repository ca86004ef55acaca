import type { GraphqlCase } from './graphql-case.js';
import { ALL, NOBODYS } from './verdict.js';
import type { RestCase } from './verdicts-rest.js';

function change(name: string, type: string): GraphqlCase {
  return {
    may: ALL,
    document: `mutation ($input: ${type}!) { ${name}(input: $input) { workItem { id } } }`,
    variables: () => ({ input: { workItemId: NOBODYS } }),
    code: 'NOT_FOUND',
  };
}

function changeComment(name: string, type: string, input: object): GraphqlCase {
  return {
    may: ALL,
    document: `mutation ($input: ${type}!) { ${name}(input: $input) { comment { id } } }`,
    variables: () => ({ input: { commentId: NOBODYS, ...input } }),
    code: 'NOT_FOUND',
  };
}

/** Every operation of work items. */
export const WORK_ITEMS: Readonly<Record<string, GraphqlCase>> = {
  'Query.workItems': { may: ALL, document: '{ workItems(first: 1) { nodes { id } } }' },
  'Query.workItem': {
    may: ALL,
    document: 'query ($id: ID!) { workItem(id: $id) { id } }',
    variables: ({ workItemId }) => ({ id: workItemId }),
  },
  'Mutation.createWorkItem': {
    may: ALL,
    document: 'mutation ($input: CreateWorkItemInput!) { createWorkItem(input: $input) { workItem { id } } }',
    variables: ({ controlId }) => ({ input: { title: 'Look into it', controlId } }),
  },
  'Mutation.updateWorkItem': change('updateWorkItem', 'UpdateWorkItemInput'),
  'Mutation.deleteWorkItem': change('deleteWorkItem', 'WorkItemInput'),
  'Mutation.updateWorkItems': {
    may: ALL,
    document:
      'mutation ($input: UpdateWorkItemsInput!) { updateWorkItems(input: $input) { results { workItem { id } error { code } } } }',
    variables: () => ({ input: { workItemIds: [NOBODYS], state: 'open' } }),
  },
  'Query.workItemComments': {
    may: ALL,
    document: 'query ($id: ID!) { workItemComments(workItemId: $id, first: 1) { nodes { id } } }',
    variables: ({ workItemId }) => ({ id: workItemId }),
  },
  'Mutation.addWorkItemComment': {
    may: ALL,
    document: 'mutation ($input: AddWorkItemCommentInput!) { addWorkItemComment(input: $input) { comment { id } } }',
    variables: ({ workItemId }) => ({ input: { workItemId, text: 'Seen' } }),
  },
  'Mutation.updateWorkItemComment': changeComment('updateWorkItemComment', 'UpdateWorkItemCommentInput', {
    text: 'No',
  }),
  'Mutation.deleteWorkItemComment': changeComment('deleteWorkItemComment', 'DeleteWorkItemCommentInput', {}),
};

/** Every documented path of work items. */
export const WORK_ITEMS_REST: Readonly<Record<string, RestCase>> = {
  'GET /api/work-items': { may: ALL, status: 200, path: () => '/api/work-items?order_by=due' },
  'POST /api/work-items': {
    may: ALL,
    status: 201,
    path: () => '/api/work-items',
    body: ({ controlId }) => ({ title: 'Look into it', control_id: controlId }),
  },
  'PUT /api/work-items/bulk': {
    may: ALL,
    status: 200,
    path: () => '/api/work-items/bulk',
    body: () => ({ work_item_ids: [NOBODYS], state: 'open' }),
  },
  'GET /api/work-items/{id}': { may: ALL, status: 200, path: ({ workItemId }) => `/api/work-items/${workItemId}` },
  'PUT /api/work-items/{id}': {
    may: ALL,
    status: 404,
    path: () => `/api/work-items/${NOBODYS}`,
    body: () => ({ state: 'done' }),
  },
  'GET /api/work-items/{id}/comments': {
    may: ALL,
    status: 200,
    path: ({ workItemId }) => `/api/work-items/${workItemId}/comments?limit=1`,
  },
  'POST /api/work-items/{id}/comments': {
    may: ALL,
    status: 201,
    path: ({ workItemId }) => `/api/work-items/${workItemId}/comments`,
    body: () => ({ text: 'Seen' }),
  },
  'PUT /api/work-item-comments/{id}': {
    may: ALL,
    status: 404,
    path: () => `/api/work-item-comments/${NOBODYS}`,
    body: () => ({ text: 'No' }),
  },
  'DELETE /api/work-item-comments/{id}': {
    may: ALL,
    status: 404,
    path: () => `/api/work-item-comments/${NOBODYS}`,
  },
};
