import type { Role } from '../../src/modules/auth/roles.js';
import { PASSWORD } from '../support/service.js';
import { REPORT, type World } from './world.js';

/** Who may do it: written by hand from the specification (section 4) and schema/README.md, "Roles". */
export type Verdict = 'anyone' | readonly Role[];

const ALL: Verdict = ['admin', 'auditor', 'member'];
const ADMIN: Verdict = ['admin'];
const ADMIN_AUDITOR: Verdict = ['admin', 'auditor'];
const ADMIN_MEMBER: Verdict = ['admin', 'member'];

export interface RestCase {
  may: Verdict;
  /** Of the answer to who may. */
  status: number;
  path: (world: World) => string;
  body?: (world: World) => unknown;
  /** The body is a file. */
  file?: string;
}

/** Every documented path. */
export const REST: Readonly<Record<string, RestCase>> = {
  'POST /api/auth/login': {
    may: 'anyone',
    status: 200,
    path: () => '/api/auth/login',
    body: ({ email }) => ({ email, password: PASSWORD }),
  },
  'GET /api/org/profile': { may: ALL, status: 200, path: () => '/api/org/profile' },
  'GET /api/org/integrations': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/org/integrations' },
  'POST /api/org/integrations/{id}/import': {
    may: ADMIN,
    status: 202,
    path: ({ reportsId }) => `/api/org/integrations/${reportsId}/import`,
    file: REPORT,
  },
  'GET /api/compliance/frameworks': { may: ALL, status: 200, path: () => '/api/compliance/frameworks' },
  'GET /api/compliance/frameworks/{id}/controls': {
    may: ALL,
    status: 200,
    path: ({ frameworkId }) => `/api/compliance/frameworks/${frameworkId}/controls`,
  },
  'GET /api/compliance/controls/{id}': {
    may: ALL,
    status: 200,
    path: ({ controlId }) => `/api/compliance/controls/${controlId}`,
  },
  'GET /api/ucf/domains': { may: ALL, status: 200, path: () => '/api/ucf/domains' },
  'GET /api/ucf/controls/{id}': {
    may: ALL,
    status: 200,
    path: ({ universalControlId }) => `/api/ucf/controls/${universalControlId}`,
  },
  'GET /api/ucf/coverage/{framework}': { may: ALL, status: 200, path: () => '/api/ucf/coverage/soc2' },
  'POST /api/scans/trigger': {
    may: ADMIN_MEMBER,
    status: 202,
    path: () => '/api/scans/trigger',
    body: ({ frameworkId }) => ({ framework_id: frameworkId }),
  },
  'GET /api/scans': { may: ALL, status: 200, path: () => '/api/scans' },
  'GET /api/scans/{scan_job_id}': { may: ALL, status: 200, path: ({ scanId }) => `/api/scans/${scanId}` },
  'GET /api/scans/{scan_job_id}/results': {
    may: ALL,
    status: 200,
    path: ({ scanId }) => `/api/scans/${scanId}/results?limit=1`,
  },
  'GET /api/evidence': { may: ALL, status: 200, path: () => '/api/evidence?limit=1' },
  'GET /api/evidence/{id}': { may: ALL, status: 200, path: ({ evidenceId }) => `/api/evidence/${evidenceId}` },
};

export interface GraphqlCase {
  may: Verdict;
  document: string;
  variables?: (world: World) => Record<string, unknown>;
  /** What who may is told where the operation cannot succeed in this world; null where it does. @default null */
  code?: string;
}

/** Every query, mutation and subscription. */
export const GRAPHQL: Readonly<Record<string, GraphqlCase>> = {
  'Query.me': { may: ALL, document: '{ me { id } }' },
  'Query.organization': { may: ALL, document: '{ organization { name } }' },
  'Query.integrations': { may: ADMIN_AUDITOR, document: '{ integrations { id } }' },
  'Query.frameworks': { may: ALL, document: '{ frameworks { id } }' },
  'Query.framework': { may: ALL, document: '{ framework(name: "SOC 2") { id } }' },
  'Query.controls': { may: ALL, document: '{ controls(framework: "SOC 2") { id } }' },
  'Query.control': {
    may: ALL,
    document: 'query ($id: ID!) { control(id: $id) { id } }',
    variables: ({ controlId }) => ({ id: controlId }),
  },
  'Query.ucfDomains': { may: ALL, document: '{ ucfDomains { id } }' },
  'Query.universalControls': { may: ALL, document: '{ universalControls(domain: "IAM") { id } }' },
  'Query.universalControl': {
    may: ALL,
    document: 'query ($id: ID!) { universalControl(id: $id) { id } }',
    variables: ({ universalControlId }) => ({ id: universalControlId }),
  },
  'Query.coverage': { may: ALL, document: '{ coverage(framework: "SOC 2") { coveredControls } }' },
  'Query.scan': {
    may: ALL,
    document: 'query ($id: ID!) { scan(id: $id) { id } }',
    variables: ({ scanId }) => ({ id: scanId }),
  },
  'Query.scans': { may: ALL, document: '{ scans(first: 1) { nodes { id } } }' },
  'Query.scanResults': {
    may: ALL,
    document: 'query ($id: ID!) { scanResults(scanId: $id, first: 1) { nodes { id } } }',
    variables: ({ scanId }) => ({ id: scanId }),
  },
  'Query.evidence': {
    may: ALL,
    document: 'query ($id: ID!) { evidence(id: $id) { id } }',
    variables: ({ evidenceId }) => ({ id: evidenceId }),
  },
  'Query.evidenceList': { may: ALL, document: '{ evidenceList(first: 1) { nodes { id } } }' },
  'Mutation.login': {
    may: 'anyone',
    document: 'mutation ($input: LoginInput!) { login(input: $input) { tokenType } }',
    variables: ({ email }) => ({ input: { email, password: PASSWORD } }),
  },
  'Mutation.connectIntegration': {
    may: ADMIN,
    document:
      'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { integration { id } } }',
    variables: () => ({ input: { type: 'prowler', name: 'Another' } }),
  },
  'Mutation.disconnectIntegration': {
    may: ADMIN,
    document:
      'mutation ($input: DisconnectIntegrationInput!) { disconnectIntegration(input: $input) { integration { id } } }',
    variables: ({ disconnectedId }) => ({ input: { integrationId: disconnectedId } }),
    code: 'CONFLICT',
  },
  'Mutation.triggerScan': {
    may: ADMIN_MEMBER,
    document: 'mutation ($input: TriggerScanInput!) { triggerScan(input: $input) { scan { id } } }',
    variables: ({ frameworkId }) => ({ input: { frameworkId } }),
  },
  'Mutation.cancelScan': {
    may: ADMIN_MEMBER,
    document: 'mutation ($input: CancelScanInput!) { cancelScan(input: $input) { scan { id } } }',
    variables: ({ scanId }) => ({ input: { scanId } }),
    code: 'CONFLICT',
  },
  'Subscription.scanProgress': {
    may: ALL,
    document: 'subscription ($id: ID!) { scanProgress(scanId: $id) { status } }',
    variables: ({ scanId }) => ({ id: scanId }),
  },
  'Subscription.scansChanged': { may: ALL, document: 'subscription { scansChanged { id } }' },
};
