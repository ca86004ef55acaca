import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../support/service.js';
import { ADMIN, ADMIN_AUDITOR, ADMIN_MEMBER, ALL, NOBODYS } from './verdict.js';
import type { GraphqlCase } from './graphql-case.js';
import { CUSTOM_CHECKS } from './verdicts-custom-checks.js';
import { IDENTITY } from './verdicts-identity.js';
import { INTEGRATIONS } from './verdicts-integrations.js';
import { SIGN_ON } from './verdicts-sign-on.js';
import { SESSIONS } from './verdicts-sessions.js';
import { SCOPE } from './verdicts-scope.js';
import { EXCEPTIONS } from './verdicts-exceptions.js';
import { FINDINGS, SAVED_VIEWS } from './verdicts-findings.js';
import { DESTINATIONS } from './verdicts-destinations.js';
import { PLANNING } from './verdicts-planning.js';
import { NOTIFICATIONS } from './verdicts-notifications.js';
import { AUDITOR_LINKS } from './verdicts-auditor-links.js';
import { REPORTS } from './verdicts-reports.js';
import { EVIDENCE_CASES } from './verdicts-evidence.js';
import { WEBHOOKS } from './verdicts-webhooks.js';
import { TICKETS } from './verdicts-tickets.js';
import { WORK_ITEMS } from './verdicts-work-items.js';

/** Every query, mutation and subscription. */
export const GRAPHQL: Readonly<Record<string, GraphqlCase>> = {
  ...EXCEPTIONS,
  ...WORK_ITEMS,
  ...TICKETS,
  ...NOTIFICATIONS,
  ...AUDITOR_LINKS,
  ...REPORTS,
  ...FINDINGS,
  ...SAVED_VIEWS,
  ...EVIDENCE_CASES,
  ...PLANNING,
  ...DESTINATIONS,
  ...SESSIONS,
  ...IDENTITY,
  ...SIGN_ON,
  'Query.me': { may: ALL, document: '{ me { id } }' },
  'Query.permissions': { may: ALL, document: '{ permissions }' },
  'Query.organization': { may: ALL, document: '{ organization { name } }' },
  'Query.member': {
    may: ADMIN_AUDITOR,
    document: 'query ($id: ID!) { member(id: $id) { id } }',
    variables: ({ memberId }) => ({ id: memberId }),
  },
  'Query.members': { may: ADMIN_AUDITOR, document: '{ members(role: admin) { id } }' },
  'Query.invitations': { may: ADMIN, document: '{ invitations { id } }' },
  'Query.invitation': {
    may: 'anyone',
    document: 'query ($token: String!) { invitation(token: $token) { organization } }',
    variables: ({ inviteToken }) => ({ token: inviteToken }),
  },
  'Query.integration': {
    may: ADMIN_AUDITOR,
    document: 'query ($id: ID!) { integration(id: $id) { id } }',
    variables: ({ demoId }) => ({ id: demoId }),
  },
  'Query.integrations': { may: ADMIN_AUDITOR, document: '{ integrations { id } }' },
  'Query.integrationKinds': { may: ADMIN_AUDITOR, document: '{ integrationKinds { type } }' },
  'Query.frameworks': { may: ALL, document: '{ frameworks { id } }' },
  'Query.framework': { may: ALL, document: '{ framework(name: "SOC 2") { id } }' },
  'Query.controls': { may: ALL, document: '{ controls(framework: "SOC 2") { id } }' },
  'Query.control': {
    may: ALL,
    document: 'query ($id: ID!) { control(id: $id) { id } }',
    variables: ({ controlId }) => ({ id: controlId }),
  },
  'Query.controlByCode': { may: ALL, document: '{ controlByCode(framework: "SOC 2", code: "CC6.1") { id } }' },
  'Query.universalControlByCode': { may: ALL, document: '{ universalControlByCode(code: "UCF-IAM-01") { id } }' },
  'Query.gap': { may: ALL, document: '{ gap(from: "SOC 2", to: "ISO 27001") { fullControls } }' },
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
  'Query.unknownRules': {
    may: ALL,
    document: 'query ($id: ID!) { unknownRules(scanId: $id, first: 1) { nodes { ruleId } } }',
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
  'Mutation.requestPasswordReset': {
    may: 'anyone',
    document: 'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { isAccepted } }',
    // One of its own for each call: requests are limited.
    variables: () => ({ input: { email: `${randomUUID()}@nowhere.example` } }),
  },
  'Mutation.resetPassword': {
    may: 'anyone',
    document: 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { isReset } }',
    variables: () => ({ input: { token: 'nobody’s', password: PASSWORD } }),
    code: 'GONE',
  },
  'Mutation.refreshSession': {
    may: 'anyone',
    document: 'mutation { refreshSession { login { tokenType } } }',
  },
  'Query.serviceAccounts': { may: ALL, document: '{ serviceAccounts { id name } }' },
  'Mutation.createServiceAccount': {
    may: ALL,
    document:
      'mutation ($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) { serviceAccount { id } } }',
    variables: () => ({ input: { name: 'Another' } }),
  },
  'Mutation.updateServiceAccount': {
    may: ADMIN,
    document:
      'mutation ($input: UpdateServiceAccountInput!) { updateServiceAccount(input: $input) { serviceAccount { id } } }',
    variables: ({ serviceAccountId, userId }) => ({ input: { serviceAccountId, responsibleId: userId } }),
  },
  'Mutation.disableServiceAccount': {
    may: ALL,
    document:
      'mutation ($input: DisableServiceAccountInput!) { disableServiceAccount(input: $input) { serviceAccount { id } } }',
    variables: () => ({ input: { serviceAccountId: NOBODYS } }),
    code: 'NOT_FOUND',
  },
  'Query.apiKeys': { may: ALL, document: '{ apiKeys { id name } }' },
  'Mutation.createApiKey': {
    may: ALL,
    document: 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }',
    variables: () => ({ input: { name: 'Another' } }),
  },
  'Mutation.revokeApiKey': {
    may: ALL,
    document: 'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }',
    variables: (world, role) => ({ input: { apiKeyId: world[`${role ?? 'member'}KeyId`] } }),
  },
  'Mutation.acceptInvitation': {
    may: 'anyone',
    document: 'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { tokenType } }',
    variables: () => ({ input: { token: 'nobody’s', name: 'Nobody', password: PASSWORD } }),
    code: 'NOT_FOUND',
  },
  'Mutation.joinOrganization': {
    may: ALL,
    document: 'mutation ($input: JoinOrganizationInput!) { joinOrganization(input: $input) { tokenType } }',
    variables: () => ({ input: { token: 'nobody’s' } }),
    code: 'NOT_FOUND',
  },
  'Mutation.updateOrganization': {
    may: ADMIN,
    document:
      'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { name } } }',
    variables: () => ({ input: { settings: { timezone: 'Europe/Berlin' } } }),
  },
  'Mutation.requireMfa': {
    may: ADMIN,
    document: 'mutation ($input: RequireMfaInput!) { requireMfa(input: $input) { organization { name } } }',
    variables: () => ({ input: { isRequired: false } }),
  },
  'Mutation.setFrameworks': {
    may: ADMIN,
    document: 'mutation ($input: SetFrameworksInput!) { setFrameworks(input: $input) { organization { name } } }',
    variables: () => ({
      input: { frameworks: ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'HITRUST', 'NIST CSF', 'PCI DSS'] },
    }),
  },
  'Mutation.updateMe': {
    may: ALL,
    document: 'mutation ($input: UpdateMeInput!) { updateMe(input: $input) { member { id } } }',
    // The member's own: an identity provider keeps it.
    variables: () => ({ input: { name: 'Alpha member' } }),
  },
  'Mutation.updateMember': {
    may: ADMIN,
    document: 'mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }',
    variables: ({ memberId }) => ({ input: { userId: memberId, role: 'member' } }),
  },
  'Mutation.updateMembers': {
    may: ADMIN,
    document: 'mutation ($input: UpdateMembersInput!) { updateMembers(input: $input) { results { member { id } } } }',
    variables: ({ memberId }) => ({ input: { members: [{ userId: memberId, role: 'member' }] } }),
  },
  'Mutation.removeMember': {
    may: ADMIN,
    document: 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }',
    variables: ({ userId }) => ({ input: { userId } }),
    code: 'CONFLICT',
  },
  'Mutation.resetMemberMfa': {
    may: ADMIN,
    document: 'mutation ($input: ResetMemberMfaInput!) { resetMemberMfa(input: $input) { member { id } } }',
    variables: ({ memberId }) => ({ input: { userId: memberId } }),
    code: 'CONFLICT',
  },
  'Mutation.inviteMember': {
    may: ADMIN,
    document: 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { invitation { id } } }',
    variables: () => ({ input: { email: 'newcomer@elsewhere.example', role: 'member' } }),
  },
  'Mutation.revokeInvitation': {
    may: ADMIN,
    document: 'mutation ($input: RevokeInvitationInput!) { revokeInvitation(input: $input) { invitation { id } } }',
    variables: ({ revokedInvitationId }) => ({ input: { invitationId: revokedInvitationId } }),
    code: 'CONFLICT',
  },
  'Mutation.changePassword': {
    may: ALL,
    document: 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { tokenType } }',
    variables: () => ({ input: { currentPassword: PASSWORD, newPassword: 'short' } }),
    code: 'VALIDATION_FAILED',
  },
  'Mutation.enrolMfa': {
    may: ALL,
    document: 'mutation ($input: EnrolMfaInput!) { enrolMfa(input: $input) { enrolment { secret } } }',
    variables: () => ({ input: { password: 'wrong' } }),
    code: 'INVALID_CREDENTIALS',
  },
  'Mutation.confirmMfa': {
    may: ALL,
    document: 'mutation ($input: ConfirmMfaInput!) { confirmMfa(input: $input) { user { id } } }',
    variables: () => ({ input: { otp: '000000' } }),
    code: 'CONFLICT',
  },
  'Mutation.disableMfa': {
    may: ALL,
    document: 'mutation ($input: DisableMfaInput!) { disableMfa(input: $input) { user { id } } }',
    variables: () => ({ input: { password: PASSWORD } }),
    code: 'CONFLICT',
  },
  ...INTEGRATIONS,
  'Query.assessment': {
    may: ALL,
    document: 'query ($id: ID!) { assessment(id: $id) { id } }',
    variables: ({ assessmentId }) => ({ id: assessmentId }),
  },
  'Query.assessments': { may: ALL, document: '{ assessments(first: 1) { nodes { id } } }' },
  'Query.previewAssessment': {
    may: ADMIN_AUDITOR,
    document: 'query ($i: PreviewAssessmentInput!) { previewAssessment(input: $i) { scores { newScore } } }',
    variables: ({ universalControlId }) => ({ i: { universalControlId, status: 'compliant' } }),
  },
  'Query.mappingMatrix': { may: ALL, document: '{ mappingMatrix { cells { from to } } }' },
  'Query.scorecard': { may: ALL, document: '{ scorecard { overallScore } }' },
  'Query.scoreHistory': { may: ALL, document: '{ scoreHistory { scope } }' },
  'Query.heatmap': { may: ALL, document: '{ heatmap { frameworks { framework } } }' },
  'Mutation.exportAuditLog': {
    may: ADMIN_AUDITOR,
    document: 'mutation ($input: ExportAuditLogInput!) { exportAuditLog(input: $input) { export { entries } } }',
    variables: () => ({ input: {} }),
  },
  'Query.auditKeys': { may: ALL, document: '{ auditKeys { keyId publicKey isCurrent } }' },
  'Query.auditHeads': { may: ADMIN_AUDITOR, document: '{ auditHeads(first: 1) { nodes { size } } }' },
  'Query.auditProof': { may: ADMIN_AUDITOR, document: '{ auditProof(sequence: 1) { index } }' },
  'Query.securityEvents': { may: ADMIN_AUDITOR, document: '{ securityEvents(first: 1) { nodes { id } } }' },
  'Query.auditLog': { may: ADMIN_AUDITOR, document: '{ auditLog(first: 1) { nodes { id } } }' },
  'Query.remediationQueue': { may: ALL, document: '{ remediationQueue { id } }' },
  ...CUSTOM_CHECKS,
  ...SCOPE,
  'Query.compareScans': {
    may: ALL,
    document: 'query ($id: ID!) { compareScans(from: $id, to: $id) { newlyFailed } }',
    variables: ({ scanId }) => ({ id: scanId }),
  },
  'Query.compareSnapshots': {
    may: ALL,
    document: 'query ($id: ID!) { compareSnapshots(from: $id, to: $id) { changed } }',
    variables: ({ scanId }) => ({ id: scanId }),
  },
  'Query.reevaluateScan': {
    may: ALL,
    document: 'query ($id: ID!) { reevaluateScan(scanId: $id) { totalControls } }',
    variables: ({ scanId }) => ({ id: scanId }),
  },
  'Mutation.createAssessment': {
    may: ADMIN_AUDITOR,
    document: 'mutation ($i: CreateAssessmentInput!) { createAssessment(input: $i) { assessment { id } } }',
    variables: ({ universalControlId }) => ({ i: { universalControlId, status: 'compliant' } }),
  },
  'Mutation.createAssessments': {
    may: ADMIN_AUDITOR,
    document:
      'mutation ($i: CreateAssessmentsInput!) { createAssessments(input: $i) { results { assessment { id } } } }',
    variables: ({ universalControlId }) => ({ i: { assessments: [{ universalControlId, status: 'compliant' }] } }),
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
  ...WEBHOOKS,
  'Subscription.scanProgress': {
    may: ALL,
    document: 'subscription ($id: ID!) { scanProgress(scanId: $id) { status } }',
    variables: ({ scanId }) => ({ id: scanId }),
  },
  'Subscription.controlStatusChanged': { may: ALL, document: 'subscription { controlStatusChanged { sequence } }' },
  'Subscription.scoreChanged': { may: ALL, document: 'subscription { scoreChanged { sequence } }' },
  'Subscription.scansChanged': { may: ALL, document: 'subscription { scansChanged { id } }' },
};
