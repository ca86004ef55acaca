import type { z } from 'zod';
import {
  TimeoutDefinition,
  type AccessReview,
  type AuthorizationPolicy,
  type ConditionalAccessPolicy,
  type GroupSetting,
  type RegistrationDetails,
  type RolePolicyAssignment,
  type TimeoutPolicy,
} from './m365-schemas.js';

/** Turns Graph's responses on Entra ID into the properties that src/content/resources/m365/entra.yaml documents. */

/** Template id of the settings of smart lockout: the same in every tenant. */
const PASSWORD_RULES = '5cf42378-d67d-4f36-ba46-e8b86229381d';

/** Accounts for emergencies that Microsoft advises to exclude: two. */
const EMERGENCY_ACCOUNTS_MAX = 2;

/** A policy of an `EntraConditionalAccess`. */
export function accessPolicy({ id, displayName, state, conditions, grantControls }: ConditionalAccessPolicy) {
  const { users, applications, clientAppTypes } = conditions ?? {};
  return {
    id,
    name: displayName ?? id,
    state,
    included_users: users?.includeUsers ?? [],
    excluded_users: users?.excludeUsers ?? [],
    excluded_groups: users?.excludeGroups ?? [],
    excluded_roles: users?.excludeRoles ?? [],
    included_applications: applications?.includeApplications ?? [],
    excluded_applications: applications?.excludeApplications ?? [],
    client_app_types: clientAppTypes ?? [],
    narrowed_by: narrowings(conditions),
    grant_operator: grantControls?.operator ?? null,
    grant_controls: [
      ...(grantControls?.builtInControls ?? []),
      // Each is one more alternative that satisfies an OR.
      ...(grantControls?.termsOfUse?.length ? ['termsOfUse'] : []),
      ...(grantControls?.customAuthenticationFactors?.length ? ['customAuthenticationFactor'] : []),
    ],
    authentication_strength: strengthOf(grantControls),
  };
}

/** What keeps a policy from applying to everybody everywhere, besides those whom it includes; by the names of its conditions. */
function narrowings(conditions: ConditionalAccessPolicy['conditions']): string[] {
  const { users, applications, locations, platforms } = conditions ?? {};
  const risks = [conditions?.signInRiskLevels, conditions?.userRiskLevels, conditions?.servicePrincipalRiskLevels];
  const narrowed: [string, boolean][] = [
    ['users', (users?.excludeUsers?.length ?? 0) > EMERGENCY_ACCOUNTS_MAX],
    ['groups', isGiven(users?.excludeGroups)],
    ['roles', isGiven(users?.excludeRoles)],
    ['guests', isGiven(users?.excludeGuestsOrExternalUsers)],
    ['applications', isGiven(applications?.excludeApplications)],
    ['locations', isPart(locations?.includeLocations) || isGiven(locations?.excludeLocations)],
    ['platforms', isPart(platforms?.includePlatforms) || isGiven(platforms?.excludePlatforms)],
    ['devices', isGiven(conditions?.devices)],
    ['risk', risks.some(isGiven) || isGiven(conditions?.insiderRiskLevels)],
    ['flows', isGiven(conditions?.authenticationFlows)],
  ];
  return narrowed.flatMap(([name, isNarrow]) => (isNarrow ? [name] : []));
}

/** Whether a condition says anything: Graph writes one that is not set as null or an empty list. */
function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
}

/** Whether a list names some of all that there are. */
function isPart(included: readonly string[] | null | undefined): boolean {
  return isGiven(included) && !(included ?? []).some((each) => each.toLowerCase() === 'all');
}

/** A Conditional Access policy, normalized. */
export type AccessPolicy = ReturnType<typeof accessPolicy>;

/** Ids of users whom every enabled policy excludes; empty where no policy is enabled. */
export function usersExcludedFromAll(policies: readonly AccessPolicy[]): Set<string> {
  const [first, ...others] = policies.filter(({ state }) => state !== 'disabled');
  const excluded = first?.excluded_users.filter((id) => others.every((policy) => policy.excluded_users.includes(id)));
  return new Set(excluded);
}

/** Properties of an `EntraUser`. @param excludedFromAll null where the policies are not known */
export function user(details: z.infer<typeof RegistrationDetails>, excludedFromAll: ReadonlySet<string> | null) {
  return {
    user_type: details.userType ?? 'member',
    is_admin: details.isAdmin ?? false,
    is_mfa_registered: details.isMfaRegistered ?? false,
    is_mfa_capable: details.isMfaCapable ?? false,
    authentication_methods: details.methodsRegistered ?? [],
    is_excluded_from_all_policies: excludedFromAll ? excludedFromAll.has(details.id) : null,
  };
}

/** A definition of an `EntraAccessReviews`. */
export function accessReview(definition: z.infer<typeof AccessReview>) {
  const { id, displayName, status, scope, stageSettings, reviewers, settings } = definition;
  const queries = (scopes: { query?: string | null | undefined }[]) => scopes.map(({ query }) => decoded(query ?? ''));
  const own = queries([scope ?? {}]);
  const range = settings?.recurrence?.range?.type;
  const staged = stageSettings ?? [];
  return {
    id,
    name: displayName ?? id,
    status: status ?? 'unknown',
    covers_privileged_roles: [...own, ...queries(scope?.resourceScopes ?? [])].some((query) =>
      /roledefinition|rolemanagement|roleassignment/i.test(query),
    ),
    covers_guests: [...own, ...queries(scope?.principalScopes ?? [])].some(isOfGuests),
    recurrence: settings?.recurrence?.pattern?.type ?? null,
    has_no_end: range === 'noEnd',
    has_reviewers:
      staged.length > 0 ? staged.every((stage) => Boolean(stage.reviewers?.length)) : Boolean(reviewers?.length),
    default_decision: settings?.defaultDecision ?? null,
    applies_default_decision: settings?.defaultDecisionEnabled ?? false,
    applies_decisions: settings?.autoApplyDecisionsEnabled ?? false,
    sends_mail: settings?.mailNotificationsEnabled ?? false,
    sends_reminders: settings?.reminderNotificationsEnabled ?? false,
  };
}

/** A policy of an `EntraSessionTimeout`. Its definition is JSON in a string, with a time span in .NET's notation. */
export function timeoutPolicy({ id, displayName, definition }: z.infer<typeof TimeoutPolicy>) {
  const minutes = (definition ?? []).map(webIdleMinutes).find((each) => each !== null);
  return { id, name: displayName ?? id, web_session_idle_minutes: minutes ?? null };
}

/** Properties of an `EntraPasswordRules`. */
export function passwordRules(settings: readonly z.infer<typeof GroupSetting>[]) {
  const own = settings.find(({ templateId }) => templateId === PASSWORD_RULES);
  const values = new Map((own?.values ?? []).map(({ name, value }) => [name, value ?? '']));
  const banned = values.get('EnableBannedPasswordCheck');
  return {
    is_customized: own !== undefined,
    lockout_threshold: wholeNumber(values.get('LockoutThreshold')),
    lockout_duration_seconds: wholeNumber(values.get('LockoutDurationInSeconds')),
    uses_banned_password_list: banned === undefined ? null : banned.toLowerCase() === 'true',
  };
}

/** Properties of an `EntraRoleActivation`. */
export function roleActivation({ roleDefinitionId, policy }: z.infer<typeof RolePolicyAssignment>) {
  const rules = new Map((policy?.rules ?? []).map((rule) => [rule.id, rule]));
  const approval = rules.get('Approval_EndUser_Assignment')?.setting;
  const approvers = (approval?.approvalStages ?? []).flatMap(({ primaryApprovers }) => primaryApprovers ?? []);
  return {
    role_id: roleDefinitionId,
    is_approval_required: approval?.isApprovalRequired ?? false,
    approver_count: approvers.length,
    is_mfa_required: (rules.get('Enablement_EndUser_Assignment')?.enabledRules ?? []).includes(
      'MultiFactorAuthentication',
    ),
    maximum_hours: hours(rules.get('Expiration_EndUser_Assignment')?.maximumDuration ?? ''),
  };
}

/** Properties of an `EntraAuthorizationPolicy`. */
export function authorizationPolicy({
  allowInvitesFrom,
  defaultUserRolePermissions: permissions,
}: z.infer<typeof AuthorizationPolicy>) {
  return {
    allowed_to_create_apps: permissions.allowedToCreateApps,
    allowed_to_create_security_groups: permissions.allowedToCreateSecurityGroups ?? null,
    allowed_to_create_tenants: permissions.allowedToCreateTenants ?? null,
    allow_invites_from: allowInvitesFrom ?? null,
  };
}

function strengthOf(grantControls: ConditionalAccessPolicy['grantControls']): string | null {
  const strength = grantControls?.authenticationStrength;
  return strength ? (strength.requirementsSatisfied ?? 'none') : null;
}

function isOfGuests(query: string): boolean {
  if (/\bnot\s*\(\s*userType\s+eq\s+['"]guest['"]\s*\)/i.test(query)) return false;
  return /\buserType\s+eq\s+['"]guest['"]/i.test(query);
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}

function webIdleMinutes(definition: string): number | null {
  const policies = definitionOf(definition)?.ActivityBasedTimeoutPolicy?.ApplicationPolicies ?? [];
  const timeout = policies.find(({ ApplicationId: id }) => id === 'default')?.WebSessionIdleTimeout;
  return timeout === undefined || timeout === null ? null : spanMinutes(timeout);
}

function definitionOf(text: string): z.infer<typeof TimeoutDefinition> | null {
  try {
    return TimeoutDefinition.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** `01:30:00` or `1.00:00:00`: days, hours, minutes, seconds. */
function spanMinutes(span: string): number | null {
  const match = /^(?:(\d+)\.)?(\d{1,2}):(\d{2}):(\d{2})(?:\.\d+)?$/.exec(span);
  if (!match) return null;
  const [days, hrs, minutes, seconds] = match.slice(1).map((part: string | undefined) => Number(part ?? 0));
  return (days ?? 0) * 1440 + (hrs ?? 0) * 60 + (minutes ?? 0) + (seconds ?? 0) / 60;
}

/** `PT8H`, `PT1H30M`, `P1D`: ISO 8601 as Graph writes it here. */
function hours(duration: string): number | null {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration);
  if (!match || duration === 'P') return null;
  const [days, hrs, minutes] = match.slice(1).map((part: string | undefined) => Number(part ?? 0));
  return (days ?? 0) * 24 + (hrs ?? 0) + (minutes ?? 0) / 60;
}

function wholeNumber(value: string | undefined): number | null {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
}
