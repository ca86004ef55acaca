import { z } from 'zod';

/** Properties of Microsoft Graph's responses that we read (version 1.0). Others are dropped. */

const texts = z.array(z.string()).nullish();

export const ConditionalAccessPolicy = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  state: z.string(),
  conditions: z
    .object({
      users: z
        .object({
          includeUsers: texts,
          excludeUsers: texts,
          excludeGroups: texts,
          excludeRoles: texts,
          excludeGuestsOrExternalUsers: z.unknown().optional(),
        })
        .nullish(),
      applications: z.object({ includeApplications: texts, excludeApplications: texts }).nullish(),
      clientAppTypes: texts,
      locations: z.object({ includeLocations: texts, excludeLocations: texts }).nullish(),
      platforms: z.object({ includePlatforms: texts, excludePlatforms: texts }).nullish(),
      devices: z.unknown().optional(),
      signInRiskLevels: texts,
      userRiskLevels: texts,
      // One word, or several with commas between them.
      insiderRiskLevels: z.unknown().optional(),
      servicePrincipalRiskLevels: texts,
      authenticationFlows: z.unknown().optional(),
    })
    .nullish(),
  grantControls: z
    .object({
      operator: z.string().nullish(),
      builtInControls: texts,
      termsOfUse: texts,
      customAuthenticationFactors: texts,
      authenticationStrength: z.object({ requirementsSatisfied: z.string().nullish() }).nullish(),
    })
    .nullish(),
});
export type ConditionalAccessPolicy = z.infer<typeof ConditionalAccessPolicy>;

export const SecurityDefaults = z.object({ isEnabled: z.boolean() });

export const RegistrationDetails = z.object({
  id: z.string(),
  userDisplayName: z.string().nullish(),
  userType: z.string().nullish(),
  isAdmin: z.boolean().nullish(),
  isMfaRegistered: z.boolean().nullish(),
  isMfaCapable: z.boolean().nullish(),
  methodsRegistered: texts,
});

const Scope = z.object({ query: z.string().nullish() });

export const AccessReview = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  status: z.string().nullish(),
  scope: z
    .object({
      query: z.string().nullish(),
      principalScopes: z.array(Scope).nullish(),
      resourceScopes: z.array(Scope).nullish(),
    })
    .nullish(),
  reviewers: z.array(z.unknown()).nullish(),
  stageSettings: z.array(z.object({ reviewers: z.array(z.unknown()).nullish() })).nullish(),
  settings: z
    .object({
      defaultDecision: z.string().nullish(),
      defaultDecisionEnabled: z.boolean().nullish(),
      autoApplyDecisionsEnabled: z.boolean().nullish(),
      mailNotificationsEnabled: z.boolean().nullish(),
      reminderNotificationsEnabled: z.boolean().nullish(),
      recurrence: z
        .object({
          pattern: z.object({ type: z.string().nullish() }).nullish(),
          range: z.object({ type: z.string().nullish() }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

export const TimeoutPolicy = z.object({ id: z.string(), displayName: z.string().nullish(), definition: texts });

/** Content of `TimeoutPolicy.definition`, which is JSON in a string. */
export const TimeoutDefinition = z.object({
  ActivityBasedTimeoutPolicy: z
    .object({
      ApplicationPolicies: z
        .array(z.object({ ApplicationId: z.string().nullish(), WebSessionIdleTimeout: z.string().nullish() }))
        .nullish(),
    })
    .nullish(),
});

export const GroupSetting = z.object({
  id: z.string(),
  templateId: z.string().nullish(),
  values: z.array(z.object({ name: z.string(), value: z.string().nullish() })).nullish(),
});

export const RoleDefinition = z.object({ id: z.string(), displayName: z.string().nullish() });

export const RolePolicyAssignment = z.object({
  id: z.string(),
  roleDefinitionId: z.string(),
  policy: z
    .object({
      rules: z
        .array(
          z.object({
            id: z.string(),
            enabledRules: texts,
            maximumDuration: z.string().nullish(),
            setting: z
              .object({
                isApprovalRequired: z.boolean().nullish(),
                approvalStages: z.array(z.object({ primaryApprovers: z.array(z.unknown()).nullish() })).nullish(),
              })
              .nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});

export const AuthorizationPolicy = z.object({
  allowInvitesFrom: z.string().nullish(),
  defaultUserRolePermissions: z.object({
    allowedToCreateApps: z.boolean(),
    allowedToCreateSecurityGroups: z.boolean().nullish(),
    allowedToCreateTenants: z.boolean().nullish(),
  }),
});

export const DeviceManagement = z.object({
  settings: z.object({
    secureByDefault: z.boolean(),
    deviceComplianceCheckinThresholdDays: z.number().nullish(),
  }),
});

/** Device management settings; some tenants omit them when they are selected by name. */
export const DeviceManagementPart = z.object({ settings: DeviceManagement.shape.settings.nullish() });

export const CompliancePolicy = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  assignments: z.array(z.unknown()),
});

export const ManagedDevice = z.object({ complianceState: z.string().nullish(), managementAgent: z.string().nullish() });

export const SharePointSettings = z.object({
  sharingCapability: z.string(),
  sharingDomainRestrictionMode: z.string().nullish(),
  isResharingByExternalUsersEnabled: z.boolean().nullish(),
  isLegacyAuthProtocolsEnabled: z.boolean().nullish(),
  allowedDomainGuidsForSyncApp: texts,
});
