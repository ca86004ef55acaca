import { get, graphql, IN_PATH, IN_QUERY, OF_CATALOGUE, OF_TENANT, type IdRequest, type Place } from './place.js';
import type { World } from './world.js';

const FINDINGS = 'query ($where: FindingsWhere) { findings(where: $where) { totalCount nodes { id resourceId } } }';
const RESOURCES = 'query ($where: ResourcesWhere) { resources(where: $where) { totalCount nodes { id resourceId } } }';

const DELETE_VIEW = 'mutation ($input: DeleteSavedViewInput!) { deleteSavedView(input: $input) { savedView { id } } }';

function place(own: keyof World, request: (id: string) => IdRequest): Place {
  return { ...IN_QUERY, ...OF_TENANT, own, request };
}

/** Every argument and input field of findings that is an id. */
export const FINDING_GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'DeleteSavedViewInput.savedViewId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'savedViewId',
    request: (id) => graphql(DELETE_VIEW, { input: { savedViewId: id } }),
  },
  'Query.finding(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'findingId',
    request: (id) => graphql('query ($id: ID!) { finding(id: $id) { id summary } }', { id }),
  },
  'Query.resource(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'resourceId',
    request: (id) => graphql('query ($id: ID!) { resource(id: $id) { id resourceId } }', { id }),
  },
  'Query.resourceConfiguration(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'resourceId',
    request: (id) => graphql('query ($id: ID!) { resourceConfiguration(id: $id) { scan { id } } }', { id }),
  },
  'FindingsWhere.resource': place('resourceId', (id) => graphql(FINDINGS, { where: { resource: id } })),
  'FindingsWhere.scanId': place('scanId', (id) => graphql(FINDINGS, { where: { scanId: id } })),
  'FindingsWhere.integrationId': place('demoId', (id) => graphql(FINDINGS, { where: { integrationId: id } })),
  'ResourcesWhere.integrationId': place('demoId', (id) => graphql(RESOURCES, { where: { integrationId: id } })),
};

/** Every id in the REST paths of findings. */
export const FINDING_REST_PLACES: Readonly<Record<string, Place>> = {
  'GET /api/findings resource': place('resourceId', (id) => get(`/api/findings?resource=${id}`)),
  'GET /api/findings scan_id': place('scanId', (id) => get(`/api/findings?scan_id=${id}`)),
  'GET /api/findings integration_id': place('demoId', (id) => get(`/api/findings?integration_id=${id}`)),
  'GET /api/findings/facets resource': place('resourceId', (id) => get(`/api/findings/facets?resource=${id}`)),
  'GET /api/findings/facets scan_id': place('scanId', (id) => get(`/api/findings/facets?scan_id=${id}`)),
  'GET /api/findings/facets integration_id': place('demoId', (id) => get(`/api/findings/facets?integration_id=${id}`)),
  'GET /api/findings/{id} id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'findingId',
    request: (id) => get(`/api/findings/${id}`),
  },
  'GET /api/scans/{scan_job_id}/findings scan_job_id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id) => get(`/api/scans/${id}/findings`),
  },
  'GET /api/scans/{scan_job_id}/findings resource': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'resourceId',
    request: (id, { scanId }) => get(`/api/scans/${scanId}/findings?resource=${id}`),
  },
  'GET /api/scans/{scan_job_id}/findings integration_id': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'demoId',
    request: (id, { scanId }) => get(`/api/scans/${scanId}/findings?integration_id=${id}`),
  },
  'GET /api/resources/facets integration_id': place('demoId', (id) =>
    get(`/api/resources/facets?integration_id=${id}`),
  ),
  'GET /api/resources integration_id': place('demoId', (id) => get(`/api/resources?integration_id=${id}`)),
  'GET /api/resources/{id} id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'resourceId',
    request: (id) => get(`/api/resources/${id}`),
  },
  'GET /api/checks/{id} id': {
    ...IN_PATH,
    ...OF_CATALOGUE,
    own: 'checkId',
    request: (id) => get(`/api/checks/${id}`),
  },
};
