import type { RestRow } from '../../feature/rest-row.js';

/** REST rows. Our addition to the specification. */
export const singleSignOnRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/org/identity-connections',
    summary: 'Connections to identity providers, without secrets. Our addition to the specification.',
    document: `query {
      data: identityConnections {
        id name kind status isEnforced breakGlassUserId createsMembers requiresGroup groupClaim trustsEmail
        issuer clientId hasClientSecret signOnUrl certificates allowsUnsolicited callbackUrl metadataUrl createdAt
        lastTest { at refusal detail subject email groups role }
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/org/email-domains',
    summary: 'Domains that the organization has claimed. Our addition to the specification.',
    document: `query {
      data: emailDomains { id domain recordName recordText createdAt verifiedAt checkedAt missingSince }
    }`,
  },
];
