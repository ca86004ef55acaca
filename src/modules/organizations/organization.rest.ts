import { ITEM, presentResults } from '../../feature/item-results.js';
import type { RestRow } from '../../feature/rest-row.js';
import { LOGIN_SELECTION } from '../auth/login-selection.js';

const PROFILE = `
  tenantId name licenseTier createdAt settings { timezone retentionDays hipaaPrivacy partialAssessments }
  maxUsers maxFrameworks maxStoredBytes maxStoredFiles featureFlags usage { users frameworks storedBytes storedFiles storedByKind { evidenceBytes reportBytes scanBytes importBytes auditBytes } }`;

const MEMBER = `id email name role lastLogin mfaEnabled`;

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
    document: `query ($role: Role) { data: members(role: $role) { ${MEMBER} } }`,
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
  {
    method: 'GET',
    path: '/api/org/group-roles',
    summary: 'The roles that groups of identity providers stand for.',
    document: `query { data: groupRoles { defaultRole groups { group role } } }`,
  },
  {
    method: 'PUT',
    path: '/api/org/group-roles',
    summary: 'Replace the roles that groups of identity providers stand for.',
    document: `mutation ($input: SetGroupRolesInput!) {
      data: setGroupRoles(input: $input) { groupRoles { defaultRole groups { group role } } }
    }`,
    present: ({ group_roles: table }) => table,
    presented: { of: 'group_roles', members: {} },
  },
  {
    method: 'PUT',
    path: '/api/org/members/bulk',
    summary: 'Give up to 100 members other roles: one result for each of them.',
    document: `mutation ($input: UpdateMembersInput!) {
      data: updateMembers(input: $input) { results { member { ${MEMBER} } ${ITEM} } }
    }`,
    present: presentResults(),
  },
  {
    method: 'GET',
    path: '/api/org/members/{id}',
    summary: 'One member of the organization.',
    document: `query ($id: ID!) { data: member(id: $id) { ${MEMBER} } }`,
  },
  {
    method: 'PUT',
    path: '/api/org/members/{id}',
    summary: 'Give a member another role.',
    inputFromPath: { userId: 'id' },
    document: `mutation ($input: UpdateMemberInput!) {
      data: updateMember(input: $input) { member { ${MEMBER} } }
    }`,
    present: ({ member }) => member,
    presented: { of: 'member', members: {} },
    errors: ['CONFLICT'],
  },
  {
    method: 'DELETE',
    path: '/api/org/members/{id}',
    summary: 'Remove a member; their sessions and keys end.',
    status: 204,
    inputFromPath: { userId: 'id' },
    document: `mutation ($input: RemoveMemberInput!) { data: removeMember(input: $input) { member { id } } }`,
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/api/org/invitations',
    summary: 'Invitations of the organization.',
    document: `query { data: invitations { id email role status invitedBy createdAt renewedAt expiresAt } }`,
  },
  {
    method: 'DELETE',
    path: '/api/org/invitations/{id}',
    summary: 'Revoke a pending invitation.',
    status: 204,
    inputFromPath: { invitationId: 'id' },
    document: `mutation ($input: RevokeInvitationInput!) { data: revokeInvitation(input: $input) { invitation { id } } }`,
    errors: ['CONFLICT'],
  },
  {
    method: 'POST',
    path: '/api/org/invitations/accept',
    summary: 'Become a member by the token of an invitation, with a new account or that of the address.',
    document: `mutation ($input: AcceptInvitationInput!) { data: acceptInvitation(input: $input) { ${LOGIN_SELECTION} } }`,
    errors: [
      'CONFLICT',
      'GONE',
      'NOT_FOUND',
      'INVALID_CREDENTIALS',
      'MFA_REQUIRED',
      'LICENSE_LIMIT_REACHED',
      'SINGLE_SIGN_ON_REQUIRED',
    ],
  },
  {
    method: 'POST',
    path: '/api/org/invitations/join',
    summary: 'Become a member of a further organization by the token of an invitation, and go on there.',
    document: `mutation ($input: JoinOrganizationInput!) { data: joinOrganization(input: $input) { ${LOGIN_SELECTION} } }`,
    errors: [
      'CONFLICT',
      'GONE',
      'NOT_FOUND',
      'LICENSE_LIMIT_REACHED',
      'SINGLE_SIGN_ON_REQUIRED',
      'REAUTHENTICATION_REQUIRED',
    ],
  },
];
