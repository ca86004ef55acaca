import { z } from 'zod';
import { inParallel } from '../in-parallel.js';
import type { Resource } from '../resource.js';
import { PARALLEL_REQUESTS } from './azure-schemas.js';
import type { AzureScope } from './azure-scope.js';

const TENANT = 'AzureEntraTenant';
const USER = 'AzureEntraUser';

/** Template id of the role, the same in every tenant. */
const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10';

const Role = z.object({ id: z.string(), displayName: z.string(), roleTemplateId: z.string() });
const Member = z.object({ id: z.string(), displayName: z.string().nullish() });
const Registration = z.object({
  id: z.string(),
  isMfaCapable: z.boolean(),
  methodsRegistered: z.array(z.string()).nullish(),
});
const User = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  accountEnabled: z.boolean().nullish(),
  userType: z.string().nullish(),
});

interface Roles {
  /** Names of roles by the id of the member. */
  ofMember: Map<string, string[]>;
  globalAdministrators: string[];
}

/**
 * The directory: who administers it, what guests may see, and who can complete MFA. Roles that a user holds through a
 * group count as the group's. One entry for each user of the registration report is held in memory.
 */
export async function* collectEntra(scope: AzureScope): AsyncGenerator<Resource> {
  const roles = await readRoles(scope);
  yield await tenantResource(scope, roles);
  const registrations = await readRegistrations(scope);
  // Without its roles and its registration, nothing can be said of a user.
  if (!roles || !registrations) return;
  const users = scope.list(
    { types: [USER], permission: 'User.Read.All' },
    scope.client.graph('/users', { $select: 'id,displayName,accountEnabled,userType', $top: '999' }),
    User,
  );
  for await (const { id, displayName, accountEnabled, userType } of users) {
    const registration = registrations.get(id);
    yield {
      type: USER,
      id: `/users/${id}`,
      name: displayName ?? id,
      region: null,
      account: scope.account.id,
      properties: {
        user_type: userType ?? null,
        enabled: accountEnabled ?? true,
        directory_roles: roles.ofMember.get(id) ?? [],
        mfa_capable: registration?.isMfaCapable ?? null,
        methods: registration?.methodsRegistered ?? [],
      },
    };
  }
}

async function tenantResource(scope: AzureScope, roles: Roles | null): Promise<Resource> {
  const { client, account } = scope;
  const policy = await scope.get(
    {
      types: [],
      details: { types: [TENANT], properties: ['guest_user_role_id'] },
      permission: 'Policy.Read.All',
    },
    client.graph('/policies/authorizationPolicy', { $select: 'guestUserRoleId' }),
    z.object({ guestUserRoleId: z.string() }),
  );
  return {
    type: TENANT,
    id: `/tenants/${account.id}`,
    name: account.name,
    region: null,
    account: account.id,
    properties: {
      global_administrators: roles?.globalAdministrators ?? null,
      guest_user_role_id: policy?.guestUserRoleId ?? null,
    },
  };
}

/** Null where one of the roles could not be read. */
async function readRoles(scope: AzureScope): Promise<Roles | null> {
  const part = {
    types: [USER],
    details: { types: [TENANT], properties: ['global_administrators'] },
    permission: 'RoleManagement.Read.Directory',
  };
  const roles = await scope.all(part, scope.client.graph('/directoryRoles'), Role);
  if (!roles) return null;
  const known: Roles = { ofMember: new Map(), globalAdministrators: [] };
  const memberships = inParallel(roles, PARALLEL_REQUESTS, async (role) => ({
    role,
    members: await scope.all(
      part,
      scope.client.graph(`/directoryRoles/${encodeURIComponent(role.id)}/members`, { $select: 'id,displayName' }),
      Member,
    ),
  }));
  for await (const { role, members } of memberships) {
    if (!members) return null;
    for (const { id } of members) known.ofMember.set(id, [...(known.ofMember.get(id) ?? []), role.displayName]);
    if (role.roleTemplateId === GLOBAL_ADMINISTRATOR) {
      known.globalAdministrators = members.map(({ id, displayName }) => displayName ?? id);
    }
  }
  return known;
}

async function readRegistrations(scope: AzureScope): Promise<Map<string, z.infer<typeof Registration>> | null> {
  const known = new Map<string, z.infer<typeof Registration>>();
  const request = scope.client.graph('/reports/authenticationMethods/userRegistrationDetails');
  const part = { types: [USER], permission: 'AuditLog.Read.All' };
  const isWhole = await scope.each(part, { request, item: Registration }, (each) => known.set(each.id, each));
  return isWhole ? known : null;
}
