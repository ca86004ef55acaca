import type { PermissionDocument } from '../connector.js';

/** Okta shows its own applications to nobody else. */
export const SUPER_ADMINISTRATOR = 'the role Super Administrator, for Okta shows its own applications to no other role';

/** What has to be granted, by the beginning of a path. */
const GRANTS: [string, { scope: string; role: string }][] = [
  ['/api/v1/policies', { scope: 'okta.policies.read', role: 'the role Read-only Administrator' }],
  ['/api/v1/apps', { scope: 'okta.apps.read', role: SUPER_ADMINISTRATOR }],
  ['/api/v1/brands', { scope: 'okta.brands.read', role: 'the role Read-only Administrator' }],
  ['/api/v1/logStreams', { scope: 'okta.logStreams.read', role: 'the role Read-only Administrator' }],
  ['/api/v1/idps', { scope: 'okta.idps.read', role: 'the role Read-only Administrator' }],
];

/** Every scope that a service app needs. */
export const SCOPES = GRANTS.map(([, { scope }]) => scope);

/** What whoever asks Okta for a path has to be granted; a service app needs a scope beside its role. */
export function grantFor(path: string, { isServiceApp }: { isServiceApp: boolean }): string {
  const grant = GRANTS.find(([beginning]) => path.startsWith(beginning))?.[1];
  if (!grant) return 'the role Super Administrator';
  return isServiceApp ? `the scope ${grant.scope} and ${grant.role}` : grant.role;
}

/** What an administrator of Okta has to grant. */
export const OKTA_PERMISSIONS: readonly PermissionDocument[] = [
  {
    title: 'Service app (OAuth 2.0)',
    format: 'text',
    text: [
      'Create an app integration of the type API Services, authenticate it with a public key, and keep its private key.',
      'In its general settings, switch off "Require Demonstrating Proof of Possession (DPoP) header in token requests".',
      'Under Okta API Scopes, grant:',
      ...SCOPES.map((scope) => `  ${scope}`),
      'Under Admin roles, assign Read-only Administrator.',
      'Only Super Administrator sees the Admin Console itself. Without it, everything else is read, and a scan tells what is missing.',
    ].join('\n'),
  },
  {
    title: 'API token',
    format: 'text',
    text: [
      'Create the token under Security, API, Tokens, signed in as an account of its own with the role Read-only Administrator,',
      'or Super Administrator where the Admin Console is to be read. The token has the rights of its account, and expires when',
      'it is not used for 30 days.',
    ].join('\n'),
  },
];
