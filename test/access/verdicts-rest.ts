import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../support/service.js';
import { dayAhead } from '../exceptions/exceptions.js';
import { ADMIN, ADMIN_AUDITOR, ADMIN_MEMBER, ALL, NOBODYS, type Verdict } from './verdict.js';
import { NOTIFICATION_PATHS } from './verdicts-notifications.js';
import { REPORT_PATHS } from './verdicts-reports.js';
import { MEMBERSHIPS_REST } from './verdicts-sessions.js';
import { WEBHOOKS_REST } from './verdicts-webhooks.js';
import { TICKETS_REST } from './verdicts-tickets.js';
import { WORK_ITEMS_REST } from './verdicts-work-items.js';
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
  /** Ends the session of the caller, who therefore gets one of their own. @default false */
  endsSession?: boolean;
}

/** Every documented path. */
export const REST: Readonly<Record<string, RestCase>> = {
  'POST /api/auth/login': {
    may: 'anyone',
    status: 200,
    path: () => '/api/auth/login',
    body: ({ email }) => ({ email, password: PASSWORD }),
  },
  'POST /api/auth/logout': {
    may: ALL,
    endsSession: true,
    status: 200,
    path: () => '/api/auth/logout',
  },
  ...MEMBERSHIPS_REST,
  'GET /api/org/profile': { may: ALL, status: 200, path: () => '/api/org/profile' },
  'PUT /api/org/profile': {
    may: ADMIN,
    status: 200,
    path: () => '/api/org/profile',
    body: () => ({ settings: { retention_days: 400 } }),
  },
  'POST /api/compliance/what-if': {
    may: ALL,
    status: 200,
    path: () => '/api/compliance/what-if',
    body: () => ({ assess: [{ universal_control: 'UCF-GOV-03', status: 'compliant' }] }),
  },
  'POST /api/compliance/plan': {
    may: ALL,
    status: 200,
    path: () => '/api/compliance/plan',
    body: () => ({ target: { framework: 'SOC 2', score: 1 }, budget: 1 }),
  },
  'GET /api/compliance/comparison': {
    may: ALL,
    status: 200,
    path: () => '/api/compliance/comparison?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&framework=soc2',
  },
  'GET /api/compliance/status-changes': { may: ALL, status: 200, path: () => '/api/compliance/status-changes' },
  'GET /api/org/members': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/org/members' },
  'POST /api/org/members/invite': {
    may: ADMIN,
    status: 201,
    path: () => '/api/org/members/invite',
    body: () => ({ email: `${randomUUID()}@elsewhere.example`, role: 'auditor' }),
  },
  'GET /api/org/identity-connections': {
    may: ADMIN_AUDITOR,
    status: 200,
    path: () => '/api/org/identity-connections',
  },
  'GET /api/org/email-domains': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/org/email-domains' },
  'GET /api/org/group-roles': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/org/group-roles' },
  'PUT /api/org/group-roles': {
    may: ADMIN,
    status: 200,
    path: () => '/api/org/group-roles',
    body: () => ({ default_role: 'member', groups: [{ group: 'Auditors', role: 'auditor' }] }),
  },
  'GET /api/org/integrations': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/org/integrations' },
  'POST /api/org/integrations/{id}/import': {
    may: ADMIN,
    status: 202,
    path: ({ reportsId }) => `/api/org/integrations/${reportsId}/import`,
    file: REPORT,
  },
  'POST /api/audit-log/export': {
    may: ADMIN_AUDITOR,
    status: 201,
    path: () => '/api/audit-log/export',
    body: () => ({ format: 'ndjson' }),
  },
  'GET /api/audit-log/keys': { may: ALL, status: 200, path: () => '/api/audit-log/keys' },
  'GET /api/audit-log/heads': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/audit-log/heads?limit=1' },
  'GET /api/audit-log/proof': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/audit-log/proof?sequence=1' },
  'GET /api/security-events': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/security-events?limit=1' },
  'GET /api/security-events/destinations': { may: ADMIN, status: 200, path: () => '/api/security-events/destinations' },
  'POST /api/security-events/destinations': {
    may: ADMIN,
    status: 201,
    path: () => '/api/security-events/destinations',
    body: () => ({ kind: 'syslog', address: 'receiver.invalid:6514' }),
  },
  'GET /api/security-events/destinations/{id}': {
    may: ADMIN,
    status: 200,
    path: ({ destinationId: id }) => `/api/security-events/destinations/${id}`,
  },
  'PUT /api/security-events/destinations/{id}': {
    may: ADMIN,
    status: 200,
    path: ({ destinationId: id }) => `/api/security-events/destinations/${id}`,
    body: () => ({ is_paused: true }),
  },
  'DELETE /api/security-events/destinations/{id}': {
    may: ADMIN,
    status: 204,
    statusLater: 404,
    path: ({ doomedDestinationId: id }) => `/api/security-events/destinations/${id}`,
  },
  'GET /api/compliance/frameworks': { may: ALL, status: 200, path: () => '/api/compliance/frameworks' },
  'GET /api/compliance/frameworks/{id}/controls': {
    may: ALL,
    status: 200,
    path: ({ frameworkId }) => `/api/compliance/frameworks/${frameworkId}/controls`,
  },
  'GET /api/compliance/controls': { may: ALL, status: 200, path: () => '/api/compliance/controls?frameworks=soc2' },
  'GET /api/compliance/controls/{id}': {
    may: ALL,
    status: 200,
    path: ({ controlId }) => `/api/compliance/controls/${controlId}`,
  },
  'GET /api/compliance/controls/{id}/derivation': {
    may: ALL,
    status: 200,
    path: ({ controlId }) => `/api/compliance/controls/${controlId}/derivation`,
  },
  'GET /api/ucf/domains': { may: ALL, status: 200, path: () => '/api/ucf/domains' },
  'GET /api/ucf/controls': { may: ALL, status: 200, path: () => '/api/ucf/controls?domain=IAM&covers=soc2' },
  'GET /api/ucf/gap': { may: ALL, status: 200, path: () => '/api/ucf/gap?from=soc2&to=iso27001' },
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
  'POST /api/ucf/assessments/bulk': {
    may: ADMIN_AUDITOR,
    status: 200,
    path: () => '/api/ucf/assessments/bulk',
    body: ({ universalControlId }) => ({
      assessments: [{ universal_control_id: universalControlId, status: 'compliant' }],
    }),
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
  'GET /api/scans/{scan_job_id}/findings': {
    may: ALL,
    status: 200,
    path: ({ scanId }) => `/api/scans/${scanId}/findings?limit=1`,
  },
  'GET /api/findings': { may: ALL, status: 200, path: () => '/api/findings?status=fail&limit=1' },
  'GET /api/resources/facets': { may: ALL, status: 200, path: () => '/api/resources/facets' },
  'GET /api/findings/facets': { may: ALL, status: 200, path: () => '/api/findings/facets?status=fail' },
  'GET /api/findings/{id}': { may: ALL, status: 200, path: ({ findingId }) => `/api/findings/${findingId}` },
  'GET /api/checks': { may: ALL, status: 200, path: () => '/api/checks?limit=1' },
  'GET /api/checks/{id}': {
    may: ALL,
    status: 200,
    path: () => '/api/checks/aws.cloudtrail.multi-region-enabled-logging-management-events',
  },
  'GET /api/resources': { may: ALL, status: 200, path: () => '/api/resources?limit=1' },
  'GET /api/resources/{id}': { may: ALL, status: 200, path: ({ resourceId }) => `/api/resources/${resourceId}` },
  'GET /api/evidence': {
    may: ALL,
    status: 200,
    path: ({ controlId }) => `/api/evidence?control_id=${controlId}&limit=1`,
  },
  'GET /api/evidence/scans': { may: ALL, status: 200, path: () => '/api/evidence/scans' },
  'GET /api/evidence/{id}': { may: ALL, status: 200, path: ({ evidenceId }) => `/api/evidence/${evidenceId}` },
  ...WEBHOOKS_REST,
  ...WORK_ITEMS_REST,
  ...TICKETS_REST,
  'POST /api/evidence/upload': {
    may: ADMIN_MEMBER,
    status: 201,
    path: () => '/api/evidence/upload',
    file: 'A note on the backups of this week.',
  },
  'POST /api/evidence/{id}/link': {
    may: ADMIN_MEMBER,
    status: 200,
    path: ({ uploadedEvidenceId: id }) => `/api/evidence/${id}/link`,
    body: ({ controlId }) => ({ control_ids: [controlId] }),
  },
  'POST /api/evidence/{id}/unlink': {
    may: ADMIN_MEMBER,
    status: 200,
    path: ({ uploadedEvidenceId: id }) => `/api/evidence/${id}/unlink`,
    body: ({ controlId }) => ({ control_ids: [controlId] }),
  },
  'POST /api/evidence/{id}/withdraw': {
    may: ADMIN,
    status: 200,
    path: ({ uploadedEvidenceId: id }) => `/api/evidence/${id}/withdraw`,
    body: () => ({ reason_code: 'wrong_file', reason: 'The file of another year.' }),
  },
  'POST /api/evidence/{id}/restore': {
    may: ADMIN,
    status: 200,
    path: ({ uploadedEvidenceId: id }) => `/api/evidence/${id}/restore`,
  },
  ...NOTIFICATION_PATHS,
  ...REPORT_PATHS,
  'POST /api/org/integrations': {
    may: ADMIN,
    status: 201,
    path: () => '/api/org/integrations',
    body: () => ({ type: 'prowler', name: 'Another' }),
  },
  'GET /api/org/integration-kinds': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/org/integration-kinds' },
  'GET /api/org/integrations/{id}': {
    may: ADMIN_AUDITOR,
    status: 200,
    path: ({ demoId }) => `/api/org/integrations/${demoId}`,
  },
  'PUT /api/org/integrations/{id}': {
    may: ADMIN,
    status: 200,
    path: ({ demoId }) => `/api/org/integrations/${demoId}`,
    body: () => ({ name: 'Renamed' }),
  },
  'POST /api/org/integrations/{id}/test': {
    may: ADMIN,
    status: 200,
    path: ({ demoId }) => `/api/org/integrations/${demoId}/test`,
  },
  'POST /api/org/integrations/{id}/disconnect': {
    may: ADMIN,
    status: 409,
    path: ({ disconnectedId }) => `/api/org/integrations/${disconnectedId}/disconnect`,
  },
  'PUT /api/org/integrations/{id}/schedule': {
    may: ADMIN,
    status: 200,
    path: ({ demoId }) => `/api/org/integrations/${demoId}/schedule`,
    body: () => ({ cron: '0 3 29 2 *' }),
  },
  'PUT /api/org/members/bulk': {
    may: ADMIN,
    status: 200,
    path: () => '/api/org/members/bulk',
    body: ({ memberId }) => ({ members: [{ user_id: memberId, role: 'member' }] }),
  },
  'GET /api/org/members/{id}': {
    may: ADMIN_AUDITOR,
    status: 200,
    path: ({ memberId }) => `/api/org/members/${memberId}`,
  },
  'PUT /api/org/members/{id}': {
    may: ADMIN,
    status: 200,
    path: ({ memberId }) => `/api/org/members/${memberId}`,
    body: () => ({ role: 'member' }),
  },
  // The last admin stays.
  'DELETE /api/org/members/{id}': { may: ADMIN, status: 409, path: ({ userId }) => `/api/org/members/${userId}` },
  'GET /api/org/invitations': { may: ADMIN, status: 200, path: () => '/api/org/invitations' },
  'DELETE /api/org/invitations/{id}': {
    may: ADMIN,
    status: 409,
    path: ({ revokedInvitationId: id }) => `/api/org/invitations/${id}`,
  },
  'GET /api/org/api-keys': { may: ALL, status: 200, path: () => '/api/org/api-keys' },
  'POST /api/org/api-keys': {
    may: ALL,
    status: 201,
    path: () => '/api/org/api-keys',
    body: () => ({ name: 'Another' }),
  },
  'DELETE /api/org/api-keys/{id}': { may: ALL, status: 404, path: () => `/api/org/api-keys/${NOBODYS}` },
  'GET /api/audit-log': { may: ADMIN_AUDITOR, status: 200, path: () => '/api/audit-log?limit=1' },
  'GET /api/ucf/heatmap': { may: ALL, status: 200, path: () => '/api/ucf/heatmap' },
  'GET /api/ucf/score-history': { may: ALL, status: 200, path: () => '/api/ucf/score-history?framework=SOC%202' },
  'POST /api/scans/{scan_job_id}/cancel': {
    may: ADMIN_MEMBER,
    status: 409,
    path: ({ scanId }) => `/api/scans/${scanId}/cancel`,
  },
  'GET /api/exceptions': { may: ALL, status: 200, path: () => '/api/exceptions?limit=1' },
  'GET /api/exceptions/{id}': { may: ALL, status: 200, path: ({ exceptionId }) => `/api/exceptions/${exceptionId}` },
  'POST /api/exceptions': {
    may: ALL,
    status: 200,
    path: () => '/api/exceptions',
    body: () => ({
      findings: [{ scanner: 'crosswalk', rule_id: 'none', resource_id: 'none' }],
      reason: 'Why',
      expires_on: dayAhead(9),
    }),
  },
  'POST /api/exceptions/{id}/approve': {
    may: ADMIN_AUDITOR,
    status: 404,
    path: () => `/api/exceptions/${NOBODYS}/approve`,
  },
  'POST /api/exceptions/{id}/reject': {
    may: ADMIN_AUDITOR,
    status: 404,
    path: () => `/api/exceptions/${NOBODYS}/reject`,
    body: () => ({ note: 'Not yet.' }),
  },
  'POST /api/exceptions/{id}/withdraw': { may: ALL, status: 404, path: () => `/api/exceptions/${NOBODYS}/withdraw` },
  'POST /api/exceptions/{id}/include-new-matches': {
    may: ADMIN_AUDITOR,
    status: 404,
    path: () => `/api/exceptions/${NOBODYS}/include-new-matches`,
  },
};
