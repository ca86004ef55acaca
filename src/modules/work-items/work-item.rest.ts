import { ITEM, presentResults } from '../../feature/item-results.js';
import type { RestRow } from '../../feature/rest-row.js';

const WORK_ITEM = `
  id title state dueOn isOverdue checkId control { id controlId title framework { name } } exception { id } finding { id }
  owner { id name } createdBy { id name } createdAt changedBy { id name } changedAt
  tickets { id tracker { id name kind } status key url stateName error }`;

const COMMENT = 'id text author { id name } mentioned { id name } createdAt editedAt deletedAt';

const COMMENTED = {
  present: ({ comment }: Record<string, unknown>) => comment,
  presented: { of: 'comment', members: {} },
};

const CHANGED = {
  present: ({ work_item: item }: Record<string, unknown>) => item,
  presented: { of: 'work_item', members: {} },
};

/** REST rows: our addition to the specification. */
export const workItemRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/work-items',
    summary: 'Work items of the organization, newest first, or by the day until which they are to be done.',
    list: 'paged',
    document: `query (
      $states: [WorkItemState!], $ownerId: ID, $mine: Boolean, $overdue: Boolean, $controlId: ID, $checkId: String,
      $findingId: ID, $exceptionId: ID, $orderBy: WorkItemOrder, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: workItems(
        where: {
          states: $states, ownerId: $ownerId, mine: $mine, overdue: $overdue, controlId: $controlId, checkId: $checkId,
          findingId: $findingId, exceptionId: $exceptionId
        }, orderBy: $orderBy, first: $first, after: $after, offset: $offset
      ) {
        nodes { ${WORK_ITEM} } pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
  },
  {
    method: 'POST',
    path: '/api/work-items',
    summary: 'Create an open work item about exactly one thing.',
    status: 201,
    isIdempotent: true,
    document: `mutation ($input: CreateWorkItemInput!) {
      data: createWorkItem(input: $input) { workItem { ${WORK_ITEM} } }
    }`,
    ...CHANGED,
    errors: ['NOT_FOUND'],
  },
  {
    method: 'PUT',
    path: '/api/work-items/bulk',
    summary: 'Change up to 100 work items alike: one result for each of them.',
    document: `mutation ($input: UpdateWorkItemsInput!) {
      data: updateWorkItems(input: $input) { results { workItem { ${WORK_ITEM} } ${ITEM} } }
    }`,
    present: presentResults(),
  },
  {
    method: 'GET',
    path: '/api/work-items/{id}',
    summary: 'One work item.',
    document: `query ($id: ID!) { data: workItem(id: $id) { ${WORK_ITEM} } }`,
  },
  {
    method: 'PUT',
    path: '/api/work-items/{id}',
    summary: 'Change title, owner, day or state of a work item; the state `dropped` drops it.',
    inputFromPath: { workItemId: 'id' },
    document: `mutation ($input: UpdateWorkItemInput!) {
      data: updateWorkItem(input: $input) { workItem { ${WORK_ITEM} } }
    }`,
    ...CHANGED,
  },
  {
    method: 'GET',
    path: '/api/work-items/{id}/comments',
    summary: 'Comments on a work item, oldest first.',
    list: 'paged',
    document: `query ($id: ID!, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!) {
      data: workItemComments(workItemId: $id, first: $first, after: $after, offset: $offset) {
        nodes { ${COMMENT} } pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
  },
  {
    method: 'POST',
    path: '/api/work-items/{id}/comments',
    summary: 'Comment on a work item; members whom it mentions get a mail.',
    status: 201,
    isIdempotent: true,
    inputFromPath: { workItemId: 'id' },
    document: `mutation ($input: AddWorkItemCommentInput!) {
      data: addWorkItemComment(input: $input) { comment { ${COMMENT} } }
    }`,
    ...COMMENTED,
  },
  {
    method: 'PUT',
    path: '/api/work-item-comments/{id}',
    summary: 'Change a comment of the caller.',
    inputFromPath: { commentId: 'id' },
    document: `mutation ($input: UpdateWorkItemCommentInput!) {
      data: updateWorkItemComment(input: $input) { comment { ${COMMENT} } }
    }`,
    ...COMMENTED,
    errors: ['CONFLICT'],
  },
  {
    method: 'DELETE',
    path: '/api/work-item-comments/{id}',
    summary: 'Delete a comment: its text goes, its place, author and time stay.',
    inputFromPath: { commentId: 'id' },
    document: `mutation ($input: DeleteWorkItemCommentInput!) {
      data: deleteWorkItemComment(input: $input) { comment { ${COMMENT} } }
    }`,
    ...COMMENTED,
    errors: ['CONFLICT'],
  },
];
