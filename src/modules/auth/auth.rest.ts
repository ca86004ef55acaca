import type { RestRow } from '../../feature/rest-row.js';
import { LOGIN_SELECTION } from './login-selection.js';

/** REST rows. Source: specification, section 4, "Authentication". */
export const authRoutes: RestRow[] = [
  {
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Exchange an e-mail address and a password for an access token.',
    document: `mutation ($input: LoginInput!) {
      data: login(input: $input) { ${LOGIN_SELECTION} }
    }`,
    errors: ['INVALID_CREDENTIALS', 'MFA_REQUIRED', 'NOT_FOUND', 'SINGLE_SIGN_ON_REQUIRED', 'ORGANIZATION_SUSPENDED'],
  },
  {
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End the session of the access token. Our addition to the specification.',
    document: `mutation {
      data: logout { session { id kind createdAt lastUsedAt expiresAt address device endedAt endReason } }
    }`,
    present: ({ session }) => session,
    presented: { of: 'session', members: {} },
  },
  {
    method: 'GET',
    path: '/api/auth/memberships',
    summary: 'Organizations that the account of the caller is in. Our addition to the specification.',
    document: `query {
      data: memberships { tenantId organization role lastLogin needsSingleSignOn isCurrent }
    }`,
  },
  {
    method: 'POST',
    path: '/api/auth/switch-organization',
    summary:
      'Go on in another organization: its token takes the place of the present one. Our addition to the specification.',
    document: `mutation ($input: SwitchOrganizationInput!) { data: switchOrganization(input: $input) { ${LOGIN_SELECTION} } }`,
    errors: ['CONFLICT', 'REAUTHENTICATION_REQUIRED', 'SINGLE_SIGN_ON_REQUIRED', 'ORGANIZATION_SUSPENDED'],
  },
];
