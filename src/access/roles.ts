export const ROLES = ['admin', 'auditor', 'member'] as const;
export type Role = (typeof ROLES)[number];

const ALL: readonly Role[] = ROLES;
const ADMIN: readonly Role[] = ['admin'];
const ADMIN_AUDITOR: readonly Role[] = ['admin', 'auditor'];
const ADMIN_MEMBER: readonly Role[] = ['admin', 'member'];

/** Who may call an operation: some roles, or anyone without a token. */
export type Access = readonly Role[] | 'public';

/**
 * Who may do what: one row for each operation of the graph and each upload. It drives GraphQL, REST (whose rows name operations) and the
 * documentation; the service does not start when an operation is missing here.
 * Source: specification, sections 4 and 5; where it is silent, schema/contract/roles.md.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  'Query.me': ALL,
  'Query.permissions': ALL,
  'Query.organization': ALL,
  'Query.members': ADMIN_AUDITOR,
  'Query.invitations': ADMIN,
  'Query.invitation': 'public',
  'Query.integrations': ADMIN_AUDITOR,
  'Query.integrationKinds': ADMIN_AUDITOR,
  'Query.frameworks': ALL,
  'Query.framework': ALL,
  'Query.controls': ALL,
  'Query.control': ALL,
  'Query.ucfDomains': ALL,
  'Query.universalControls': ALL,
  'Query.universalControl': ALL,
  'Query.coverage': ALL,
  'Query.assessment': ALL,
  'Query.assessments': ALL,
  'Query.previewAssessment': ADMIN_AUDITOR,
  'Query.mappingMatrix': ALL,
  'Query.scorecard': ALL,
  'Query.scoreHistory': ALL,
  'Query.heatmap': ALL,
  'Query.auditLog': ADMIN_AUDITOR,
  'Query.customChecks': ALL,
  'Query.customCheck': ALL,
  'Query.resourceTypes': ALL,
  'Query.compareScans': ALL,
  'Query.compareSnapshots': ALL,
  'Query.reevaluateScan': ALL,
  'Query.remediationQueue': ALL,
  'Query.scan': ALL,
  'Query.scans': ALL,
  'Query.scanResults': ALL,
  'Query.evidence': ALL,
  'Query.evidenceList': ALL,
  'Query.reportFrameworks': ALL,
  'Query.apiKeys': ALL,
  'Query.webhooks': ADMIN,
  'Query.webhook': ADMIN,
  'Mutation.login': 'public',
  'Mutation.changePassword': ALL,
  'Mutation.enrolMfa': ALL,
  'Mutation.confirmMfa': ALL,
  'Mutation.disableMfa': ALL,
  'Mutation.updateOrganization': ADMIN,
  'Mutation.setFrameworks': ADMIN,
  'Mutation.updateMember': ADMIN,
  'Mutation.removeMember': ADMIN,
  'Mutation.resetMemberMfa': ADMIN,
  'Mutation.inviteMember': ADMIN,
  'Mutation.revokeInvitation': ADMIN,
  'Mutation.acceptInvitation': 'public',
  'Mutation.createApiKey': ALL,
  'Mutation.revokeApiKey': ALL,
  'Mutation.connectIntegration': ADMIN,
  'Mutation.updateIntegration': ADMIN,
  'Mutation.testIntegration': ADMIN,
  'Mutation.disconnectIntegration': ADMIN,
  'Mutation.setSchedule': ADMIN,
  'Mutation.createCustomCheck': ADMIN,
  'Mutation.updateCustomCheck': ADMIN,
  'Mutation.deleteCustomCheck': ADMIN,
  'Mutation.dryRunCustomCheck': ADMIN,
  'Mutation.createAssessment': ADMIN_AUDITOR,
  'Mutation.triggerScan': ADMIN_MEMBER,
  'Mutation.cancelScan': ADMIN_MEMBER,
  'Mutation.generateReport': ALL,
  'Mutation.createWebhook': ADMIN,
  'Mutation.updateWebhook': ADMIN,
  'Mutation.deleteWebhook': ADMIN,
  'Mutation.pingWebhook': ADMIN,
  'Mutation.rotateWebhookSecret': ADMIN,
  'Mutation.redeliver': ADMIN,
  'Upload.importReport': ADMIN,
  'Upload.uploadEvidence': ADMIN_MEMBER,
  'Subscription.scanProgress': ALL,
  'Subscription.scansChanged': ALL,
  'Subscription.controlStatusChanged': ALL,
  'Subscription.scoreChanged': ALL,
};

/**
 * What a person has to log in for: operations that make or end credentials. Somebody who got hold of a key could otherwise
 * make it last for ever, or lock its owner out. Source: schema/contract/accounts.md, "API keys".
 */
const NOT_BY_API_KEY: ReadonlySet<string> = new Set([
  'Mutation.createApiKey',
  'Mutation.revokeApiKey',
  'Mutation.changePassword',
  'Mutation.enrolMfa',
  'Mutation.confirmMfa',
  'Mutation.disableMfa',
  'Mutation.resetMemberMfa',
]);

/** Who calls, as far as it decides what they may do. */
export interface AccessCaller {
  role: Role;
  /** The API key that was shown instead of a token, or null. */
  apiKeyId: string | null;
}

/** What keeps a caller from an operation: their role, or that they show an API key; null where they may. */
export function refusalOf({ role, apiKeyId }: AccessCaller, operation: string): 'role' | 'api key' | null {
  const access = ACCESS[operation];
  if (access === 'public') return null;
  if (!access?.includes(role)) return 'role';
  return apiKeyId !== null && NOT_BY_API_KEY.has(operation) ? 'api key' : null;
}

/**
 * Names of the queries, mutations and uploads that the caller may call, without their kind (`triggerScan`): each once, in
 * alphabetical order. Subscriptions are left out: they tell live what queries tell, to the same roles.
 */
export function permissionsOf(caller: AccessCaller): string[] {
  const permitted = Object.keys(ACCESS).filter((operation) => refusalOf(caller, operation) === null);
  const names = permitted.flatMap((operation) => {
    const [kind, name = ''] = operation.split('.');
    return kind === 'Subscription' ? [] : [name];
  });
  return [...new Set(names)].sort();
}
