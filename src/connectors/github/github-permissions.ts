import type { PermissionDocument } from '../connector.js';

const FINE_GRAINED = `Fine-grained personal access token
Resource owner: the organization (an owner of it has to approve the token)
Repository access: all repositories, or those that should be looked at

Repository permissions
  Administration: read    branch protection, security features, Dependabot alerts, immutable releases, workflow permissions
  Contents: read          CODEOWNERS, SECURITY.md, workflow files
  Metadata: read          repositories, rules of the default branch (always granted)

Organization permissions
  Administration: read    two-factor authentication, permissions of members, workflow permissions

Not asked for
  Administration: write   would show who may bypass a ruleset. Without it, a repository that is protected by rulesets alone
                          is not evaluated for "Branch rules bind administrators as well"; nothing else depends on it.

A classic token needs the scopes repo and admin:org of an owner, which may do far more than read: prefer one of the others.
`;

const APP = JSON.stringify(
  {
    name: 'Crosswalk',
    url: 'https://github.com',
    public: false,
    hook_attributes: { url: 'https://example.com', active: false },
    default_events: [],
    default_permissions: {
      administration: 'read',
      contents: 'read',
      metadata: 'read',
      organization_administration: 'read',
    },
  },
  null,
  2,
);

/** Permissions that an owner of the organization grants to a token or an App. */
export const GITHUB_PERMISSIONS: readonly PermissionDocument[] = [
  { title: 'Permissions of a token', way: 'Token', format: 'text', text: FINE_GRAINED },
  {
    title: 'Manifest of a GitHub App, to be installed in the organization',
    way: 'GitHub App',
    format: 'json',
    text: `${APP}\n`,
  },
];
