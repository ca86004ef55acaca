import type { Answer, Client } from '../support/client.js';

/** Fields of a work item that these tests look at. */
export interface WorkItemBody {
  id: string;
  title: string;
  state: string;
  dueOn: string | null;
  isOverdue: boolean;
  checkId: string | null;
  finding: { id: string } | null;
  control: { id: string } | null;
  exception: { id: string } | null;
  owner: { id: string; name: string } | null;
  createdBy: { id: string };
  changedBy: { id: string };
}

const FIELDS = `id title state dueOn isOverdue checkId finding { id } control { id } exception { id }
  owner { id name } createdBy { id } createdAt changedBy { id } changedAt`;

const CREATE = `mutation ($input: CreateWorkItemInput!) { createWorkItem(input: $input) { workItem { ${FIELDS} } } }`;
const UPDATE = `mutation ($input: UpdateWorkItemInput!) { updateWorkItem(input: $input) { workItem { ${FIELDS} } } }`;
const DELETE = `mutation ($input: WorkItemInput!) { deleteWorkItem(input: $input) { workItem { ${FIELDS} } } }`;
const COMMENT_FIELDS = 'id text author { id } mentioned { id name } createdAt editedAt deletedAt';
const COMMENT = `mutation ($input: AddWorkItemCommentInput!) {
  addWorkItemComment(input: $input) { comment { ${COMMENT_FIELDS} } }
}`;
const LIST = `query ($where: WorkItemsWhere) { workItems(where: $where) { totalCount nodes { ${FIELDS} } } }`;

/** Answer to the creation of a work item. */
export function tryToCreate(client: Client, input: object): Promise<Answer> {
  return client.graphql(CREATE, { input });
}

/** Creates a work item. @returns it */
export async function create(client: Client, input: object): Promise<WorkItemBody> {
  return (await client.data<{ createWorkItem: { workItem: WorkItemBody } }>(CREATE, { input })).createWorkItem.workItem;
}

/** Answer to a change of a work item. */
export function tryToUpdate(client: Client, input: object): Promise<Answer> {
  return client.graphql(UPDATE, { input });
}

/** Changes a work item. @returns it */
export async function update(client: Client, input: object): Promise<WorkItemBody> {
  return (await client.data<{ updateWorkItem: { workItem: WorkItemBody } }>(UPDATE, { input })).updateWorkItem.workItem;
}

/** Drops a work item. @returns it */
export async function drop(client: Client, workItemId: string): Promise<WorkItemBody> {
  const input = { workItemId };
  return (await client.data<{ deleteWorkItem: { workItem: WorkItemBody } }>(DELETE, { input })).deleteWorkItem.workItem;
}

/** Titles of the work items that a filter selects, in their order. */
export async function titles(client: Client, where: object = {}): Promise<string[]> {
  const { workItems } = await client.data<{ workItems: { totalCount: number; nodes: WorkItemBody[] } }>(LIST, {
    where,
  });
  if (workItems.totalCount !== workItems.nodes.length) throw new Error('the count is not that of the list');
  return workItems.nodes.map(({ title }) => title);
}

/** Fields of a comment that tests look at. */
export interface CommentBody {
  id: string;
  text: string | null;
  author: { id: string };
  mentioned: { id: string; name: string }[];
  editedAt: string | null;
  deletedAt: string | null;
}

/** Comments on a work item. @returns the comment */
export async function comment(client: Client, input: object): Promise<CommentBody> {
  const answer = await client.data<{ addWorkItemComment: { comment: CommentBody } }>(COMMENT, { input });
  return answer.addWorkItemComment.comment;
}

/** Texts of the comments on a work item, in their order; null for a deleted one. */
export async function comments(client: Client, workItemId: string): Promise<(string | null)[]> {
  const { workItemComments } = await client.data<{ workItemComments: { totalCount: number; nodes: CommentBody[] } }>(
    `query ($id: ID!) { workItemComments(workItemId: $id, first: 100) { totalCount nodes { ${COMMENT_FIELDS} } } }`,
    { id: workItemId },
  );
  if (workItemComments.totalCount !== workItemComments.nodes.length)
    throw new Error('the count is not that of the list');
  return workItemComments.nodes.map(({ text }) => text);
}
