import type { GraphqlCase } from './graphql-case.js';
import { ALL, NOBODYS } from './verdict.js';

/** Every operation of saved views. */
export const SAVED_VIEWS: Readonly<Record<string, GraphqlCase>> = {
  'Query.savedViews': { may: ALL, document: '{ savedViews(list: findings) { id name filter } }' },
  'Mutation.saveView': {
    may: ALL,
    document: 'mutation ($input: SaveViewInput!) { saveView(input: $input) { savedView { id } } }',
    variables: () => ({ input: { list: 'findings', name: 'Mine', filter: { status: 'fail' } } }),
  },
  'Mutation.deleteSavedView': {
    may: ALL,
    document: 'mutation ($input: DeleteSavedViewInput!) { deleteSavedView(input: $input) { savedView { id } } }',
    variables: () => ({ input: { savedViewId: NOBODYS } }),
    code: 'NOT_FOUND',
  },
};

/** Every operation of findings. */
export const FINDINGS: Readonly<Record<string, GraphqlCase>> = {
  'Query.findings': { may: ALL, document: '{ findings(first: 1) { nodes { id } } }' },
  'Query.finding': {
    may: ALL,
    document: 'query ($id: ID!) { finding(id: $id) { id } }',
    variables: ({ findingId }) => ({ id: findingId }),
  },
  'Query.resourceFacets': { may: ALL, document: '{ resourceFacets { total } }' },
  'Query.findingFacets': { may: ALL, document: '{ findingFacets { total } }' },
  'Query.resources': { may: ALL, document: '{ resources(first: 1) { nodes { id } } }' },
  'Query.resource': {
    may: ALL,
    document: 'query ($id: ID!) { resource(id: $id) { id } }',
    variables: ({ resourceId }) => ({ id: resourceId }),
  },
  'Query.resourceConfiguration': {
    may: ALL,
    document: 'query ($id: ID!) { resourceConfiguration(id: $id) { scan { id } } }',
    variables: ({ resourceId }) => ({ id: resourceId }),
  },
  'Query.checks': { may: ALL, document: '{ checks(first: 1) { nodes { id } } }' },
  'Query.check': {
    may: ALL,
    document: '{ check(id: "aws.cloudtrail.multi-region-enabled-logging-management-events") { id } }',
  },
};
