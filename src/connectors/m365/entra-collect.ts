import { gapOf, reasonOf, type Part } from '../rest/parts.js';
import * as rules from './entra.rules.js';
import * as answers from './m365-schemas.js';
import { resource, type Tenant } from './m365-scope.js';

const SECURITY_DEFAULTS = '/v1.0/policies/identitySecurityDefaultsEnforcementPolicy';
const USERS = '/v1.0/reports/authenticationMethods/userRegistrationDetails';
const REVIEWS = '/v1.0/identityGovernance/accessReviews/definitions';
const TIMEOUTS = '/v1.0/policies/activityBasedTimeoutPolicies';
const SETTINGS = '/v1.0/groupSettings';
const AUTHORIZATION = '/v1.0/policies/authorizationPolicy';
const ROLES = '/v1.0/roleManagement/directory/roleDefinitions?$select=id,displayName';
const ROLE_POLICIES = `/v1.0/policies/roleManagementPolicyAssignments?${new URLSearchParams({
  $filter: "scopeId eq '/' and scopeType eq 'DirectoryRole'",
  $expand: 'policy($expand=rules)',
}).toString()}`;

/** Entra ID, part by part. */
export function entraParts(tenant: Tenant): Part[] {
  const access = conditionalAccess(tenant);
  return [access, users(tenant, access), ...governance(tenant), ...settings(tenant)];
}

function conditionalAccess(tenant: Tenant): Part {
  return {
    title: 'Conditional Access',
    resourceTypes: ['EntraConditionalAccess'],
    tries: [tenant.accessPoliciesPath, SECURITY_DEFAULTS],
    async *read() {
      const policies = await tenant.accessPolicies();
      const { isEnabled } = await tenant.api.get(SECURITY_DEFAULTS, answers.SecurityDefaults);
      const properties = { security_defaults_enabled: isEnabled, policies };
      yield resource(tenant, 'EntraConditionalAccess', {
        id: '/policies/conditionalAccess',
        name: 'Conditional Access',
        properties,
      });
    },
  };
}

function users(tenant: Tenant, access: Part): Part {
  const part: Part = {
    title: 'the authentication methods of users',
    resourceTypes: ['EntraUser'],
    tries: [USERS],
    async *read() {
      let excluded: ReadonlySet<string> | null = null;
      try {
        excluded = rules.usersExcludedFromAll(await tenant.accessPolicies());
      } catch (err) {
        tenant.gaps.note(gapOf(part, tenant, reasonOf(err, access.title, tenant)));
      }
      for await (const details of tenant.api.list(USERS, answers.RegistrationDetails)) {
        const name = details.userDisplayName ?? details.id;
        yield resource(tenant, 'EntraUser', {
          id: `/users/${details.id}`,
          name,
          properties: rules.user(details, excluded),
        });
      }
    },
  };
  return part;
}

function governance(tenant: Tenant): Part[] {
  const { api } = tenant;
  const reviews: Part = {
    title: 'access reviews',
    resourceTypes: ['EntraAccessReviews'],
    tries: [REVIEWS],
    async *read() {
      const definitions = (await api.all(REVIEWS, answers.AccessReview)).map(rules.accessReview);
      yield resource(tenant, 'EntraAccessReviews', {
        id: '/accessReviews',
        name: 'access reviews',
        properties: { definitions },
      });
    },
  };
  const roles: Part = {
    title: 'the activation of directory roles',
    resourceTypes: ['EntraRoleActivation'],
    tries: [ROLES, ROLE_POLICIES],
    async *read() {
      const definitions = await api.all(ROLES, answers.RoleDefinition);
      const names = new Map(definitions.map(({ id, displayName }) => [id, displayName ?? id]));
      for await (const assignment of api.list(ROLE_POLICIES, answers.RolePolicyAssignment)) {
        const role = assignment.roleDefinitionId;
        const id = `/policies/roleManagement/${role}`;
        const name = `${names.get(role) ?? role} activation`;
        yield resource(tenant, 'EntraRoleActivation', { id, name, properties: rules.roleActivation(assignment) });
      }
    },
  };
  return [reviews, roles];
}

function settings(tenant: Tenant): Part[] {
  const { api } = tenant;
  const timeouts: Part = {
    title: 'the timeout of idle sessions',
    resourceTypes: ['EntraSessionTimeout'],
    tries: [TIMEOUTS],
    async *read() {
      const policies = (await api.all(TIMEOUTS, answers.TimeoutPolicy)).map(rules.timeoutPolicy);
      const id = '/policies/activityBasedTimeout';
      yield resource(tenant, 'EntraSessionTimeout', { id, name: 'idle session timeout', properties: { policies } });
    },
  };
  const passwords: Part = {
    title: 'smart lockout',
    resourceTypes: ['EntraPasswordRules'],
    tries: [SETTINGS],
    async *read() {
      const properties = rules.passwordRules(await api.all(SETTINGS, answers.GroupSetting));
      yield resource(tenant, 'EntraPasswordRules', { id: '/settings/passwordRule', name: 'smart lockout', properties });
    },
  };
  const authorization: Part = {
    title: 'the authorization policy',
    resourceTypes: ['EntraAuthorizationPolicy'],
    tries: [AUTHORIZATION],
    async *read() {
      const properties = rules.authorizationPolicy(await api.get(AUTHORIZATION, answers.AuthorizationPolicy));
      const id = '/policies/authorizationPolicy';
      yield resource(tenant, 'EntraAuthorizationPolicy', { id, name: 'authorisation policy', properties });
    },
  };
  return [timeouts, passwords, authorization];
}
