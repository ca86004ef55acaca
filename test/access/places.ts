import { REPORT, type World } from './world.js';

/** A request that names a thing by id. */
export interface IdRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** The body is this file. */
  file?: string;
}

export interface Place {
  /** What has the id: the tenants' own things have one for each, the catalogue's are the same for all. */
  own: keyof World;
  isTenants: boolean;
  /** Of the answer for one's own id. */
  status: number;
  /** The code of that answer where the thing is in no state for the operation. */
  code?: string;
  /** A malformed id in a path names nothing (404); in a query or a body it is a mistake (400). */
  malformed: 'NOT_FOUND' | 'VALIDATION_FAILED';
  request: (id: string, own: World) => IdRequest;
}

const get = (path: string): IdRequest => ({ method: 'GET', path });
const post = (path: string, body: unknown): IdRequest => ({ method: 'POST', path, body });
const graphql = (query: string, variables: Record<string, unknown>): IdRequest =>
  post('/graphql', { query, variables });

const IN_PATH = { status: 200, malformed: 'NOT_FOUND' } as const;
const IN_QUERY = { status: 200, malformed: 'VALIDATION_FAILED' } as const;
const OF_TENANT = { isTenants: true } as const;
const OF_CATALOGUE = { isTenants: false } as const;

/** Every place of the REST paths where an id stands: `METHOD path parameter`. */
export const REST_PLACES: Readonly<Record<string, Place>> = {
  'POST /api/org/integrations/{id}/import id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'reportsId',
    status: 202,
    request: (id) => ({ method: 'POST', path: `/api/org/integrations/${id}/import`, file: REPORT }),
  },
  'GET /api/compliance/frameworks/{id}/controls id': {
    ...IN_PATH,
    ...OF_CATALOGUE,
    own: 'frameworkId',
    request: (id) => get(`/api/compliance/frameworks/${id}/controls`),
  },
  'GET /api/compliance/controls/{id} id': {
    ...IN_PATH,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => get(`/api/compliance/controls/${id}`),
  },
  'GET /api/ucf/controls/{id} id': {
    ...IN_PATH,
    ...OF_CATALOGUE,
    own: 'universalControlId',
    request: (id) => get(`/api/ucf/controls/${id}`),
  },
  'GET /api/ucf/coverage/{framework} framework': {
    ...IN_PATH,
    ...OF_CATALOGUE,
    own: 'frameworkId',
    request: (id) => get(`/api/ucf/coverage/${id}`),
  },
  'POST /api/scans/trigger /framework_id': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'frameworkId',
    status: 202,
    request: (id) => post('/api/scans/trigger', { framework_id: id }),
  },
  'GET /api/scans/{scan_job_id} scan_job_id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id) => get(`/api/scans/${id}`),
  },
  'GET /api/scans/{scan_job_id}/results scan_job_id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id) => get(`/api/scans/${id}/results`),
  },
  'GET /api/scans/{scan_job_id}/results framework_id': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'frameworkId',
    request: (id, { scanId }) => get(`/api/scans/${scanId}/results?framework_id=${id}`),
  },
  'GET /api/evidence control_id': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => get(`/api/evidence?control_id=${id}`),
  },
  'GET /api/evidence/{id} id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'evidenceId',
    request: (id) => get(`/api/evidence/${id}`),
  },
};

/** Every argument and input field of the graph that is an id; those of subscriptions are below. */
export const GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'Query.control(id)': {
    ...IN_PATH,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => graphql('query ($id: ID!) { control(id: $id) { id status history { id } } }', { id }),
  },
  'Query.universalControl(id)': {
    ...IN_PATH,
    ...OF_CATALOGUE,
    own: 'universalControlId',
    request: (id) => graphql('query ($id: ID!) { universalControl(id: $id) { id } }', { id }),
  },
  'Query.scan(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id) => graphql('query ($id: ID!) { scan(id: $id) { id status } }', { id }),
  },
  'Query.scanResults(scanId)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id) => graphql('query ($id: ID!) { scanResults(scanId: $id) { totalCount nodes { id } } }', { id }),
  },
  'Query.scanResults(frameworkId)': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'frameworkId',
    request: (id, { scanId }) =>
      graphql('query ($s: ID!, $id: ID) { scanResults(scanId: $s, frameworkId: $id) { totalCount } }', {
        s: scanId,
        id,
      }),
  },
  'Query.evidence(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'evidenceId',
    request: (id) => graphql('query ($id: ID!) { evidence(id: $id) { id title downloadUrl } }', { id }),
  },
  'Query.evidenceList(controlId)': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => graphql('query ($id: ID) { evidenceList(controlId: $id) { totalCount } }', { id }),
  },
  'CancelScanInput.scanId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'scanId',
    code: 'CONFLICT',
    request: (id) =>
      graphql('mutation ($input: CancelScanInput!) { cancelScan(input: $input) { scan { id } } }', {
        input: { scanId: id },
      }),
  },
  'DisconnectIntegrationInput.integrationId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'disconnectedId',
    code: 'CONFLICT',
    request: (id) =>
      graphql(
        'mutation ($i: DisconnectIntegrationInput!) { disconnectIntegration(input: $i) { integration { id } } }',
        { i: { integrationId: id } },
      ),
  },
  'TriggerScanInput.frameworkId': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'frameworkId',
    request: (id) =>
      graphql('mutation ($input: TriggerScanInput!) { triggerScan(input: $input) { scan { id } } }', {
        input: { frameworkId: id },
      }),
  },
};

/** Every argument of a subscription that is an id, with the subscription. All are of things of the tenant. */
export const SUBSCRIPTION_PLACES: Readonly<Record<string, { own: keyof World; document: string }>> = {
  'Subscription.scanProgress(scanId)': {
    own: 'scanId',
    document: 'subscription ($id: ID!) { scanProgress(scanId: $id) { scanId status } }',
  },
};
