import type { TenantData } from './graph-server.js';

export const BREAK_GLASS = 'c4f17e82-90b6-4d3a-85ec-2a7d6f10b953';
export const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10';
const READER = '5d6b6bb7-de71-4623-b4af-96380a352509';

/** A small tenant as Graph's responses. Its verdicts are worked out in the tests beside it. */
export function smallTenant(): TenantData {
  return {
    '/v1.0/identity/conditionalAccess/policies': [
      accessPolicy('ca1', 'MFA for all', { builtInControls: ['mfa'] }),
      accessPolicy('ca2', 'No old protocols', { builtInControls: ['block'] }, ['exchangeActiveSync', 'other']),
      accessPolicy('ca3', 'Compliant devices', { builtInControls: ['compliantDevice'], termsOfUse: ['terms'] }),
      { ...accessPolicy('ca4', 'Old', { builtInControls: ['mfa'] }), state: 'disabled', conditions: {} },
    ],
    '/v1.0/policies/identitySecurityDefaultsEnforcementPolicy': { id: '0000', isEnabled: false },
    '/v1.0/reports/authenticationMethods/userRegistrationDetails': [
      registration(BREAK_GLASS, 'Break glass', ['microsoftAuthenticatorPush']),
      registration('u2', 'Ordinary', []),
    ],
    '/v1.0/identityGovernance/accessReviews/definitions': [
      accessReview('r1', 'Roles', {
        scope: { resourceScopes: [{ query: `/roleManagement/directory/roleDefinitions/${GLOBAL_ADMINISTRATOR}` }] },
        defaultDecision: 'None',
      }),
      accessReview('r2', 'Guests', {
        scope: { query: "./members/microsoft.graph.user/?$filter=(userType%20eq%20'Guest')" },
        defaultDecision: 'Deny',
      }),
      accessReview('r3', 'Members', {
        scope: { query: "./members/microsoft.graph.user/?$filter=not(userType eq 'Guest')" },
        defaultDecision: 'Deny',
      }),
    ],
    '/v1.0/policies/activityBasedTimeoutPolicies': [
      { id: 't1', displayName: 'Idle', definition: [timeout('default', '01:30:00')] },
      { id: 't2', displayName: 'Long', definition: [timeout('default', '1.00:00:00')] },
      { id: 't3', displayName: 'Portal only', definition: [timeout('c44b4083', '00:15:00'), 'no JSON'] },
    ],
    '/v1.0/groupSettings': [
      { id: 's1', templateId: '62375ab9-6b52-47ed-826b-58e47e0e304b', values: [] },
      {
        id: 's2',
        templateId: '5cf42378-d67d-4f36-ba46-e8b86229381d',
        values: [
          { name: 'LockoutThreshold', value: '10' },
          { name: 'LockoutDurationInSeconds', value: '90' },
          { name: 'EnableBannedPasswordCheck', value: 'True' },
        ],
      },
    ],
    '/v1.0/roleManagement/directory/roleDefinitions': [
      { id: GLOBAL_ADMINISTRATOR, displayName: 'Global Administrator' },
    ],
    '/v1.0/policies/roleManagementPolicyAssignments': [
      rolePolicy(GLOBAL_ADMINISTRATOR, { isApprovalRequired: true, approvers: 2 }),
      rolePolicy(READER, { isApprovalRequired: false, approvers: 0 }),
    ],
    '/v1.0/policies/authorizationPolicy': {
      id: 'authorizationPolicy',
      allowInvitesFrom: 'everyone',
      defaultUserRolePermissions: { allowedToCreateApps: true, allowedToCreateSecurityGroups: true },
    },
    '/v1.0/deviceManagement': {
      id: 'd',
      settings: { secureByDefault: true, deviceComplianceCheckinThresholdDays: 30, isScheduledActionEnabled: true },
    },
    '/v1.0/deviceManagement/deviceCompliancePolicies': [
      { id: 'c1', displayName: 'Windows', assignments: [{ id: 'c1_g1' }] },
      { id: 'c2', displayName: 'Draft', assignments: [] },
    ],
    '/v1.0/deviceManagement/managedDevices': [
      { id: 'm1', complianceState: 'compliant', managementAgent: 'mdm' },
      { id: 'm2', complianceState: 'compliant', managementAgent: 'eas' },
      { id: 'm3', complianceState: 'noncompliant', managementAgent: 'mdm' },
    ],
    '/v1.0/admin/sharepoint/settings': {
      sharingCapability: 'externalUserSharingOnly',
      sharingDomainRestrictionMode: 'none',
      isResharingByExternalUsersEnabled: false,
      isLegacyAuthProtocolsEnabled: true,
      allowedDomainGuidsForSyncApp: [],
    },
  };
}

/** A Conditional Access policy for all users and apps, except the emergency account. */
export function accessPolicy(
  id: string,
  displayName: string,
  grantControls: Record<string, unknown>,
  clientAppTypes: string[] = ['all'],
) {
  return {
    id,
    displayName,
    state: 'enabled',
    conditions: {
      users: {
        includeUsers: ['All'],
        excludeUsers: [BREAK_GLASS],
        includeGroups: [],
        excludeGroups: [],
        excludeRoles: [],
      },
      applications: { includeApplications: ['All'], excludeApplications: [], includeUserActions: [] },
      clientAppTypes,
      platforms: null,
    },
    grantControls: { operator: 'OR', customAuthenticationFactors: [], termsOfUse: [], ...grantControls },
    sessionControls: null,
  };
}

function registration(id: string, userDisplayName: string, methodsRegistered: string[]) {
  return {
    id,
    userDisplayName,
    userPrincipalName: `${id}@northwind-clinics.example`,
    userType: 'member',
    isAdmin: false,
    isMfaRegistered: methodsRegistered.length > 0,
    isMfaCapable: methodsRegistered.length > 0,
    methodsRegistered,
  };
}

function accessReview(
  id: string,
  displayName: string,
  { scope, defaultDecision }: { scope: Record<string, unknown>; defaultDecision: string },
) {
  return {
    id,
    displayName,
    status: 'InProgress',
    scope,
    reviewers: [],
    stageSettings: [{ stageId: '1', reviewers: [{ query: '/users/ciso' }] }],
    settings: {
      defaultDecision,
      defaultDecisionEnabled: true,
      autoApplyDecisionsEnabled: true,
      mailNotificationsEnabled: true,
      reminderNotificationsEnabled: true,
      recurrence: { pattern: { type: 'absoluteMonthly', interval: 1 }, range: { type: 'noEnd' } },
    },
  };
}

function timeout(ApplicationId: string, WebSessionIdleTimeout: string): string {
  const ApplicationPolicies = [{ ApplicationId, WebSessionIdleTimeout }];
  return JSON.stringify({ ActivityBasedTimeoutPolicy: { Version: 1, ApplicationPolicies } });
}

function rolePolicy(
  roleDefinitionId: string,
  { isApprovalRequired, approvers }: { isApprovalRequired: boolean; approvers: number },
) {
  const primaryApprovers = Array.from({ length: approvers }, (_each, index) => ({
    userId: `approver-${String(index)}`,
  }));
  return {
    id: `DirectoryRole_${roleDefinitionId}`,
    roleDefinitionId,
    policy: {
      rules: [
        { id: 'Approval_EndUser_Assignment', setting: { isApprovalRequired, approvalStages: [{ primaryApprovers }] } },
        { id: 'Enablement_EndUser_Assignment', enabledRules: ['MultiFactorAuthentication', 'Justification'] },
        { id: 'Expiration_EndUser_Assignment', maximumDuration: 'PT8H' },
      ],
    },
  };
}
