import type { GraphqlCase } from './graphql-case.js';
import { ALL, NOBODYS } from './verdict.js';

function change(name: string, type: string): GraphqlCase {
  return {
    may: ALL,
    document: `mutation ($input: ${type}!) { ${name}(input: $input) { workItem { id } } }`,
    variables: () => ({ input: { workItemId: NOBODYS } }),
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
};
