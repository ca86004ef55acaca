import type { RestRow } from '../../feature/rest-row.js';

/** REST rows. Source: specification, section 4, "Authentication". */
export const authRoutes: RestRow[] = [
  {
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Exchange an e-mail address and a password for an access token.',
    document: `mutation ($input: LoginInput!) {
      data: login(input: $input) {
        accessToken tokenType expiresIn
        user { id email name role mfaEnabled lastLogin }
        tenant { tenantId name licenseTier }
      }
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
];
