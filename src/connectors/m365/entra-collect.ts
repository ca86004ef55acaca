import { gapOf, reasonOf, type Part } from '../rest/parts.js';
import * as rules from './entra.rules.js';
import * as schemas from './m365-schemas.js';
import { resource, type M365Scope } from './m365-scope.js';

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

/** Parts of Entra ID, in the order in which they are collected. */
export function entraParts(scope: M365Scope): Part[] {
  const access = conditionalAccess(scope);
  return [access, users(scope, access), ...governance(scope), ...settings(scope)];
}

function conditionalAccess(scope: M365Scope): Part {
  return {
    title: 'Conditional Access',
    resourceTypes: ['EntraConditionalAccess'],
    probePaths: [scope.accessPoliciesPath, SECURITY_DEFAULTS],
    async *read() {
      const policies = await scope.accessPolicies();
      const { isEnabled } = await scope.client.get(SECURITY_DEFAULTS, schemas.SecurityDefaults);
      const properties = { security_defaults_enabled: isEnabled, policies };
      yield resource(scope, 'EntraConditionalAccess', {
        id: '/policies/conditionalAccess',
        name: 'Conditional Access',
        properties,
      });
    },
  };
}

function users(scope: M365Scope, access: Part): Part {
  const part: Part = {
    title: 'the authentication methods of users',
    resourceTypes: ['EntraUser'],
    probePaths: [USERS],
    async *read() {
      let excluded: ReadonlySet<string> | null = null;
      try {
        excluded = rules.usersExcludedFromAll(await scope.accessPolicies());
      } catch (err) {
        scope.gaps.note(gapOf(part, scope, reasonOf(err, access.title, scope)));
      }
      for await (const details of scope.client.list(USERS, schemas.RegistrationDetails)) {
        const name = details.userDisplayName ?? details.id;
        yield resource(scope, 'EntraUser', {
          id: `/users/${details.id}`,
          name,
          properties: rules.user(details, excluded),
        });
      }
    },
  };
  return part;
}

function governance(scope: M365Scope): Part[] {
  const { client } = scope;
  const reviews: Part = {
    title: 'access reviews',
    resourceTypes: ['EntraAccessReviews'],
    probePaths: [REVIEWS],
    async *read() {
      const definitions = (await client.all(REVIEWS, schemas.AccessReview)).map(rules.accessReview);
      yield resource(scope, 'EntraAccessReviews', {
        id: '/accessReviews',
        name: 'access reviews',
        properties: { definitions },
      });
    },
  };
  const roles: Part = {
    title: 'the activation of directory roles',
    resourceTypes: ['EntraRoleActivation'],
    probePaths: [ROLES, ROLE_POLICIES],
    async *read() {
      const definitions = await client.all(ROLES, schemas.RoleDefinition);
      const names = new Map(definitions.map(({ id, displayName }) => [id, displayName ?? id]));
      for await (const assignment of client.list(ROLE_POLICIES, schemas.RolePolicyAssignment)) {
        const role = assignment.roleDefinitionId;
        const id = `/policies/roleManagement/${role}`;
        const name = `${names.get(role) ?? role} activation`;
        yield resource(scope, 'EntraRoleActivation', { id, name, properties: rules.roleActivation(assignment) });
      }
    },
  };
  return [reviews, roles];
}

function settings(scope: M365Scope): Part[] {
  const { client } = scope;
  const timeouts: Part = {
    title: 'the timeout of idle sessions',
    resourceTypes: ['EntraSessionTimeout'],
    probePaths: [TIMEOUTS],
    async *read() {
      const policies = (await client.all(TIMEOUTS, schemas.TimeoutPolicy)).map(rules.timeoutPolicy);
      const id = '/policies/activityBasedTimeout';
      yield resource(scope, 'EntraSessionTimeout', { id, name: 'idle session timeout', properties: { policies } });
    },
  };
  const passwords: Part = {
    title: 'smart lockout',
    resourceTypes: ['EntraPasswordRules'],
    probePaths: [SETTINGS],
    async *read() {
      const properties = rules.passwordRules(await client.all(SETTINGS, schemas.GroupSetting));
      yield resource(scope, 'EntraPasswordRules', { id: '/settings/passwordRule', name: 'smart lockout', properties });
    },
  };
  const authorization: Part = {
    title: 'the authorization policy',
    resourceTypes: ['EntraAuthorizationPolicy'],
    probePaths: [AUTHORIZATION],
    async *read() {
      const properties = rules.authorizationPolicy(await client.get(AUTHORIZATION, schemas.AuthorizationPolicy));
      const id = '/policies/authorizationPolicy';
      yield resource(scope, 'EntraAuthorizationPolicy', { id, name: 'authorization policy', properties });
    },
  };
  return [timeouts, passwords, authorization];
}
