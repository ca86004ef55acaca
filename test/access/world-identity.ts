import type { Client } from '../support/client.js';
import { holdDomains } from '../support/held-domains.js';
import { createScimToken, Directory, REVOKE_SCIM_TOKEN } from '../support/scim.js';
import type { TestDatabase } from '../support/database.js';

const SET_GROUP_ROLES =
  'mutation ($input: SetGroupRolesInput!) { setGroupRoles(input: $input) { groupRoles { defaultRole } } }';

/** Leaves an identity provider that manages the member, a group with a role, and a directory with a person and a group. */
export async function furnishIdentity(
  database: TestDatabase,
  { admin, tenantId, memberId }: { admin: Client; tenantId: string; memberId: string },
): Promise<{ scimTokenId: string }> {
  await admin.data(SET_GROUP_ROLES, {
    input: { defaultRole: 'member', groups: [{ group: 'Auditors', role: 'auditor' }] },
  });
  await database.query(
    `with provider as (
       insert into identity_providers (id, tenant_id, kind, name, created_at)
       values (gen_random_uuid(), $1, 'oidc', 'Sign-on', now()) returning id)
     update users set managed_by = provider.id from provider where tenant_id = $1 and users.id = $2`,
    [tenantId, memberId],
  );
  await holdDomains(database, tenantId, `staff.${tenantId}.example`);
  const { scimToken, token } = await createScimToken(admin);
  const directory = new Directory(admin.baseUrl, token);
  const { body } = await directory.send('POST', '/Users', {
    userName: `ada@staff.${tenantId}.example`,
    displayName: 'Ada',
  });
  await directory.send('POST', '/Groups', { displayName: 'Cooks', members: [{ value: body.id }] });
  await admin.data(REVOKE_SCIM_TOKEN, { input: { scimTokenId: scimToken.id } });
  return { scimTokenId: scimToken.id };
}
