import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../support/service.js';
import { ADMIN, ADMIN_AUDITOR, ADMIN_MEMBER, ALL, WEBHOOK, type Verdict } from './verdict.js';
import { REPORT, type World } from './world.js';

export interface RestCase {
  may: Verdict;
  /** Status of the response for permitted callers. */
  status: number;
  /** Status for permitted callers after the first, when the first has removed the thing. @default status */
  statusLater?: number;
  path: (world: World) => string;
  body?: (world: World) => unknown;
  /** File to send as the body. */
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
  'PUT /api/org/profile': {
    may: ADMIN,
    status: 200,
    path: () => '/api/org/profile',
    body: () => ({ settings: { retention_days: 400 } }),
  },
  'GET /api/org/members': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/org/members' },
  'POST /api/org/members/invite': {
    may: ADMIN,
    status: 201,
    path: () => '/api/org/members/invite',
    body: () => ({ email: `${randomUUID()}@elsewhere.example`, role: 'auditor' }),
  },
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
  'GET /api/ucf/scorecard': { may: ALL, status: 200, path: () => '/api/ucf/scorecard' },
  'POST /api/ucf/assessments': {
    may: ADMIN_AUDITOR,
    status: 201,
    path: () => '/api/ucf/assessments',
    body: ({ universalControlId }) => ({ universal_control_id: universalControlId, status: 'compliant' }),
  },
  'GET /api/ucf/assessments': { may: ALL, status: 200, path: () => '/api/ucf/assessments' },
  'GET /api/ucf/assessments/{id}': {
    may: ALL,
    status: 200,
    path: ({ assessmentId }) => `/api/ucf/assessments/${assessmentId}`,
  },
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
  'GET /api/evidence': {
    may: ALL,
    status: 200,
    path: ({ controlId }) => `/api/evidence?control_id=${controlId}&limit=1`,
  },
  'GET /api/evidence/{id}': { may: ALL, status: 200, path: ({ evidenceId }) => `/api/evidence/${evidenceId}` },
  'POST /api/webhooks': { may: ADMIN, status: 201, path: () => '/api/webhooks', body: () => WEBHOOK },
  'GET /api/webhooks': { may: ADMIN, status: 200, path: () => '/api/webhooks' },
  'DELETE /api/webhooks/{id}': {
    may: ADMIN,
    status: 204,
    statusLater: 404,
    path: ({ doomedWebhookId }) => `/api/webhooks/${doomedWebhookId}`,
  },
  'POST /api/evidence/upload': {
    may: ADMIN_MEMBER,
    status: 201,
    path: () => '/api/evidence/upload',
    file: 'A note on the backups of this week.',
  },
  'POST /api/reports/generate': {
    may: ALL,
    status: 201,
    path: () => '/api/reports/generate',
    body: ({ scanId }) => ({ framework: 'SOC 2', scan_job_id: scanId, format: 'csv' }),
  },
  'GET /api/reports/frameworks': { may: ALL, status: 200, path: () => '/api/reports/frameworks' },
};
