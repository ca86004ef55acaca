import type { RequiredScope, Scope } from '../../src/access/scopes.js';

/** Every scope of API keys, by hand. */
export const EVERY_SCOPE: readonly Scope[] = ['read', 'report', 'scan', 'import', 'evidence', 'assess', 'checks'];

/**
 * Operations that ask more of an API key than reading, by hand from schema/contract/accounts.md, "API keys". Other queries and
 * subscriptions ask for `read`.
 */
const BEYOND_READING: Readonly<Record<Exclude<RequiredScope, 'read'>, readonly string[]>> = {
  report: ['generateReport', 'regenerateReport', 'updateReport', 'deleteReport', 'exportAuditLog'],
  scan: ['triggerScan', 'cancelScan'],
  import: ['importReport'],
  evidence: ['uploadEvidence', 'linkEvidence', 'unlinkEvidence'],
  assess: [
    ...['createAssessment', 'createAssessments', 'acceptFindings', 'withdrawException'],
    ...['proposeScopeSelection', 'proposeExclusions', 'proposeInclusions', 'withdrawScopeDecisions'],
    ...['createWorkItem', 'updateWorkItem', 'updateWorkItems', 'deleteWorkItem'],
    ...['createTicket', 'refreshTicket', 'deleteTicket'],
    ...['addWorkItemComment', 'updateWorkItemComment', 'deleteWorkItemComment'],
  ],
  checks: ['createCustomCheck', 'updateCustomCheck', 'deleteCustomCheck', 'dryRunCustomCheck'],
  interactive: [
    // Members.
    ...['inviteMember', 'revokeInvitation', 'updateMember', 'updateMembers', 'removeMember', 'resetMemberMfa'],
    'updateMe',
    // Integrations.
    ...['connectIntegration', 'updateIntegration', 'disconnectIntegration', 'setSchedule'],
    ...['testConnection', 'testIntegration'],
    // Webhooks.
    ...['createWebhook', 'updateWebhook', 'deleteWebhook', 'pingWebhook', 'rotateWebhookSecret', 'redeliver'],
    // Keys, passwords, one-time codes.
    ...['createApiKey', 'revokeApiKey', 'changePassword', 'enrolMfa', 'confirmMfa', 'disableMfa'],
    ...['passkeys', 'beginPasskeyRegistration', 'registerPasskey', 'renamePasskey', 'removePasskey'],
    ...['beginPasskeyReauthentication', 'reauthenticateWithPasskey', 'resetMemberPasskeys'],
    ...['createServiceAccount', 'updateServiceAccount', 'disableServiceAccount'],
    ...['createScimToken', 'revokeScimToken'],
    // Sessions: the list shows addresses.
    ...['memberships', 'switchOrganization', 'joinOrganization'],
    ...['sessions', 'logout', 'endSession', 'endOtherSessions', 'endMemberSessions', 'reauthenticate'],
    // Where security events go.
    ...['createSecurityEventDestination', 'updateSecurityEventDestination', 'deleteSecurityEventDestination'],
    // Where work goes.
    ...['createTicketTracker', 'updateTicketTracker', 'rotateTicketHookSecret', 'deleteTicketTracker'],
    // What would go on after the key is revoked.
    ...['createReportSchedule', 'updateReportSchedule', 'deleteReportSchedule'],
    ...['createNotificationRule', 'updateNotificationRule', 'deleteNotificationRule', 'testNotificationRule'],
    // What a person alone sees.
    ...['savedViews', 'saveView', 'deleteSavedView'],
    // External auditors.
    ...['auditorLinks', 'createAuditorLink', 'extendAuditorLink', 'revokeAuditorLink'],
    'answerAuditorComment',
    // Evidence that should not be here.
    ...['withdrawEvidence', 'restoreEvidence'],
    // Settings.
    ...['updateOrganization', 'setFrameworks', 'setGroupRoles', 'requireMfa'],
    ...['createIdentityConnection', 'updateIdentityConnection', 'deleteIdentityConnection'],
    ...['activateIdentityConnection', 'deactivateIdentityConnection', 'enforceSingleSignOn', 'relaxSingleSignOn'],
    ...['claimEmailDomain', 'verifyEmailDomain', 'releaseEmailDomain'],
    // Decisions about what another person proposed.
    ...['approveException', 'rejectException', 'includeNewMatches', 'approveScopeDecisions', 'rejectScopeDecisions'],
  ],
};

/** Expected requirement of an operation (`Mutation.triggerScan`, `Upload.importReport`) on an API key. */
export function requiredOf(operation: string): RequiredScope | undefined {
  const [kind = '', name = ''] = operation.split('.');
  const found = Object.entries(BEYOND_READING).find(([, names]) => names.includes(name));
  if (!found && (kind === 'Query' || kind === 'Subscription')) return 'read';
  return found?.[0] as RequiredScope | undefined;
}
