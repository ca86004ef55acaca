import type { PermissionDocument } from '../connector.js';

/** Role in messages: only this one sees Okta's own applications. */
export const SUPER_ADMINISTRATOR = 'the role Super Administrator, for Okta shows its own applications to no other role';

/** Scope and role that a path needs, by its prefix. */
const GRANTS: [string, { scope: string; role: string }][] = [
  ['/api/v1/policies', { scope: 'okta.policies.read', role: 'the role Read-only Administrator' }],
  ['/api/v1/apps', { scope: 'okta.apps.read', role: SUPER_ADMINISTRATOR }],
  ['/api/v1/brands', { scope: 'okta.brands.read', role: 'the role Read-only Administrator' }],
  ['/api/v1/logStreams', { scope: 'okta.logStreams.read', role: 'the role Read-only Administrator' }],
  ['/api/v1/idps', { scope: 'okta.idps.read', role: 'the role Read-only Administrator' }],
];

/** OAuth scopes that a service app needs. */
export const OAUTH_SCOPES = GRANTS.map(([, { scope }]) => scope);

/** The permission that a path needs; a service app needs a scope beside its role. */
export function grantFor(path: string, { isServiceApp }: { isServiceApp: boolean }): string {
  const grant = GRANTS.find(([prefix]) => path.startsWith(prefix))?.[1];
  if (!grant) return 'the role Super Administrator';
  return isServiceApp ? `the scope ${grant.scope} and ${grant.role}` : grant.role;
}

/** Permissions that an administrator of Okta has to grant. */
export const OKTA_PERMISSIONS: readonly PermissionDocument[] = [
  {
    title: 'Service app (OAuth 2.0)',
    way: 'Service app',
    format: 'text',
    text: [
      'Create an app integration of the type API Services, authenticate it with a public key, and keep its private key.',
      'In its general settings, switch off "Require Demonstrating Proof of Possession (DPoP) header in token requests".',
      'Under Okta API Scopes, grant:',
      ...OAUTH_SCOPES.map((scope) => `  ${scope}`),
      'Under Admin roles, assign Read-only Administrator.',
      'Only Super Administrator sees the Admin Console itself. Without it, everything else is read, and a scan reports what is missing.',
    ].join('\n'),
  },
  {
    title: 'API token',
    way: 'API token',
    format: 'text',
    text: [
      'Create the token under Security, API, Tokens, signed in as an account of its own with the role Read-only Administrator,',
      'or Super Administrator where the Admin Console is to be read. The token has the rights of its account, and expires when',
      'it is not used for 30 days.',
    ].join('\n'),
  },
];
