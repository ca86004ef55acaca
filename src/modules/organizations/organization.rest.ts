import type { RestRow } from '../../feature/rest-row.js';

const PROFILE = `
  tenantId name licenseTier createdAt settings { timezone retentionDays hipaaPrivacy }
  maxUsers maxFrameworks featureFlags usage { users frameworks }`;

/** REST rows. Source: specification, section 4, "Organization". */
export const organizationRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/org/profile',
    summary: 'The profile of the organization.',
    document: `query { data: organization { ${PROFILE} } }`,
  },
  {
    method: 'PUT',
    path: '/api/org/profile',
    summary: 'Change the profile: name and settings; omitted fields stay unchanged.',
    document: `mutation ($input: UpdateOrganizationInput!) {
      data: updateOrganization(input: $input) { organization { ${PROFILE} } }
    }`,
    present: ({ organization }) => organization,
    presented: { of: 'organization', members: {} },
  },
  {
    method: 'GET',
    path: '/api/org/members',
    summary: 'Members of the organization.',
    document: `query ($role: Role) { data: members(role: $role) { id email name role lastLogin mfaEnabled } }`,
  },
  {
    method: 'POST',
    path: '/api/org/members/invite',
    summary: 'Invite an address; a pending invitation is renewed and resent.',
    status: 201,
    isIdempotent: true,
    document: `mutation ($input: InviteMemberInput!) {
      data: inviteMember(input: $input) {
        invitation { id email role status invitedBy createdAt renewedAt expiresAt inviteUrl }
      }
    }`,
    present: ({ invitation }) => invitation,
    presented: { of: 'invitation', members: {} },
    extras: ({ renewed_at: renewedAt }) => (renewedAt === null ? {} : { status: 200 }),
    otherStatuses: [200],
    errors: ['CONFLICT', 'LICENSE_LIMIT_REACHED'],
  },
];
