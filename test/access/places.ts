import { get, graphql, IN_PATH, IN_QUERY, OF_CATALOGUE, OF_TENANT, post, type Place } from './place.js';
import { ASSESSMENT_GRAPHQL_PLACES, ASSESSMENT_REST_PLACES } from './places-assessments.js';
import { AUDIT_GRAPHQL_PLACES, AUDIT_REST_PLACES } from './places-audit.js';
import { CUSTOM_CHECK_PLACES } from './places-custom-checks.js';
import { KEY_PLACES } from './places-keys.js';
import { DESTINATION_GRAPHQL_PLACES, DESTINATION_REST_PLACES } from './places-destinations.js';
import { EVIDENCE_GRAPHQL_PLACES, EVIDENCE_REST_PLACES } from './places-evidence.js';
import { EXCEPTION_PLACES } from './places-exceptions.js';
import { MANAGEMENT_REST_PLACES } from './places-management.js';
import { FINDING_GRAPHQL_PLACES, FINDING_REST_PLACES } from './places-findings.js';
import { NOTIFICATION_GRAPHQL_PLACES, NOTIFICATION_REST_PLACES } from './places-notifications.js';
import { SCAN_GRAPHQL_PLACES } from './places-scans.js';
import { AUDITOR_LINK_GRAPHQL_PLACES } from './places-auditor-links.js';
import { REPORT_GRAPHQL_PLACES, REPORT_REST_PLACES } from './places-reports.js';
import { SCOPE_PLACES } from './places-scope.js';
import { SESSION_PLACES } from './places-sessions.js';
import { SIGN_ON_PLACES } from './places-sign-on.js';
import { WEBHOOK_GRAPHQL_PLACES, WEBHOOK_REST_PLACES } from './places-webhooks.js';
import { TICKET_PLACES, TICKET_REST_PLACES } from './places-tickets.js';
import { WORK_ITEM_PLACES } from './places-work-items.js';
import { WORK_ITEM_REST_PLACES } from './places-work-items-rest.js';
import { PASSWORD } from '../support/service.js';
import { REPORT, type World } from './world.js';

/** Every place of an id in the REST paths: `METHOD path parameter`. */
export const REST_PLACES: Readonly<Record<string, Place>> = {
  ...ASSESSMENT_REST_PLACES,
  ...AUDIT_REST_PLACES,
  ...MANAGEMENT_REST_PLACES,
  ...WEBHOOK_REST_PLACES,
  ...EVIDENCE_REST_PLACES,
  ...DESTINATION_REST_PLACES,
  ...FINDING_REST_PLACES,
  ...NOTIFICATION_REST_PLACES,
  ...REPORT_REST_PLACES,
  ...WORK_ITEM_REST_PLACES,
  ...TICKET_REST_PLACES,
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
  'GET /api/compliance/controls/{id}/derivation id': {
    ...IN_PATH,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => get(`/api/compliance/controls/${id}/derivation`),
  },
  'GET /api/compliance/status-changes control': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => get(`/api/compliance/status-changes?control=${id}`),
  },
  'POST /api/auth/login /tenant_id': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'tenantId',
    request: (id, { email }) => post('/api/auth/login', { email, password: PASSWORD, tenant_id: id }),
  },
  'POST /api/auth/switch-organization /tenant_id': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'tenantId',
    status: 409,
    code: 'CONFLICT',
    request: (id) => post('/api/auth/switch-organization', { tenant_id: id }),
  },
  'POST /api/compliance/what-if /fix/integration_id': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'demoId',
    status: 400,
    code: 'VALIDATION_FAILED',
    request: (id) => post('/api/compliance/what-if', { fix: [{ check_id: 'nothing', integration_id: id }] }),
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
  'POST /api/evidence/upload /control_id': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    status: 201,
    request: (id) => ({
      method: 'POST',
      path: '/api/evidence/upload',
      file: 'A note on the backups of this week.',
      fields: { control_id: id },
    }),
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
};

/** Every argument and input field of the graph that is an id; those of subscriptions are below. */
export const GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  ...ASSESSMENT_GRAPHQL_PLACES,
  ...AUDIT_GRAPHQL_PLACES,
  ...WEBHOOK_GRAPHQL_PLACES,
  ...EVIDENCE_GRAPHQL_PLACES,
  ...DESTINATION_GRAPHQL_PLACES,
  ...CUSTOM_CHECK_PLACES,
  ...SCOPE_PLACES,
  ...KEY_PLACES,
  ...EXCEPTION_PLACES,
  ...WORK_ITEM_PLACES,
  ...TICKET_PLACES,
  ...NOTIFICATION_GRAPHQL_PLACES,
  ...AUDITOR_LINK_GRAPHQL_PLACES,
  ...REPORT_GRAPHQL_PLACES,
  ...FINDING_GRAPHQL_PLACES,
  ...SESSION_PLACES,
  ...SIGN_ON_PLACES,
  ...SCAN_GRAPHQL_PLACES,
  'Query.control(id)': {
    ...IN_PATH,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => graphql('query ($id: ID!) { control(id: $id) { id status history { id } } }', { id }),
  },
  'Query.statusChanges(control)': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (control) =>
      graphql('query ($control: ID!) { statusChanges(control: $control, first: 1) { totalCount } }', { control }),
  },
  'WhatIfFixInput.integrationId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'demoId',
    // No check has this id.
    code: 'VALIDATION_FAILED',
    request: (integrationId) =>
      graphql('query ($i: WhatIfInput!) { whatIf(input: $i) { changes { newStatus } } }', {
        i: { fix: [{ checkId: 'nothing', integrationId }] },
      }),
  },
  'Query.universalControl(id)': {
    ...IN_PATH,
    ...OF_CATALOGUE,
    own: 'universalControlId',
    request: (id) => graphql('query ($id: ID!) { universalControl(id: $id) { id } }', { id }),
  },
  'Query.integration(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'demoId',
    request: (id) => graphql('query ($id: ID!) { integration(id: $id) { id name } }', { id }),
  },
  'Query.member(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'memberId',
    request: (id) => graphql('query ($id: ID!) { member(id: $id) { id email } }', { id }),
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
  'Query.unknownRules(scanId)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'scanId',
    request: (id) => graphql('query ($id: ID!) { unknownRules(scanId: $id) { totalCount nodes { ruleId } } }', { id }),
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
  'UpdateMemberInput.userId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    request: (id) =>
      graphql('mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }', {
        input: { userId: id, role: 'member' },
      }),
  },
  'RemoveMemberInput.userId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'userId',
    code: 'CONFLICT',
    request: (id) =>
      graphql('mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }', {
        input: { userId: id },
      }),
  },
  'ResetMemberMfaInput.userId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    code: 'CONFLICT',
    request: (id) =>
      graphql('mutation ($input: ResetMemberMfaInput!) { resetMemberMfa(input: $input) { member { id } } }', {
        input: { userId: id },
      }),
  },
  'RevokeInvitationInput.invitationId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'revokedInvitationId',
    code: 'CONFLICT',
    request: (id) =>
      graphql('mutation ($i: RevokeInvitationInput!) { revokeInvitation(input: $i) { invitation { id } } }', {
        i: { invitationId: id },
      }),
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

/** Every argument of a subscription that is an id, with the subscription. All of them belong to the tenant. */
export const SUBSCRIPTION_PLACES: Readonly<Record<string, { own: keyof World; document: string }>> = {
  'Subscription.scanProgress(scanId)': {
    own: 'scanId',
    document: 'subscription ($id: ID!) { scanProgress(scanId: $id) { scanId status } }',
  },
};
