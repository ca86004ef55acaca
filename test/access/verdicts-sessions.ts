import { PASSWORD } from '../support/service.js';
import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, ALL, NOBODYS } from './verdict.js';
import { PASSKEYS } from './verdicts-passkeys.js';
import type { RestCase } from './verdicts-rest.js';

/** Operations on sessions and passkeys. */
export const SESSIONS: Readonly<Record<string, GraphqlCase>> = {
  ...PASSKEYS,
  'Query.memberships': { may: ALL, document: '{ memberships { tenantId } }' },
  'Mutation.switchOrganization': {
    may: ALL,
    document: 'mutation ($input: SwitchOrganizationInput!) { switchOrganization(input: $input) { tokenType } }',
    variables: ({ tenantId }) => ({ input: { tenantId } }),
    // Nobody in this world is in a second organization.
    code: 'CONFLICT',
  },
  'Query.sessions': { may: ALL, document: '{ sessions { id } }' },
  'Mutation.reauthenticate': {
    may: ALL,
    document: 'mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { session { id } } }',
    variables: () => ({ input: { password: PASSWORD } }),
  },
  'Mutation.logout': {
    may: ALL,
    endsSession: true,
    document: 'mutation { logout { session { id endReason } } }',
  },
  'Mutation.endSession': {
    may: ALL,
    document: 'mutation ($input: EndSessionInput!) { endSession(input: $input) { session { id } } }',
    variables: (world, role) => ({ input: { sessionId: world[`${role ?? 'member'}SessionId`] } }),
  },
  'Mutation.endOtherSessions': {
    may: ALL,
    document: 'mutation { endOtherSessions { ended } }',
  },
  'Mutation.endMemberSessions': {
    may: ADMIN,
    document: 'mutation ($input: EndMemberSessionsInput!) { endMemberSessions(input: $input) { ended } }',
    // The sessions of every member of this world are in use.
    variables: () => ({ input: { userId: NOBODYS } }),
    code: 'NOT_FOUND',
  },
};

/** Paths of the organizations of an account. */
export const MEMBERSHIPS_REST: Readonly<Record<string, RestCase>> = {
  'GET /api/auth/memberships': { may: ALL, status: 200, path: () => '/api/auth/memberships' },
  // Nobody in this world is in a second organization.
  'POST /api/auth/switch-organization': {
    may: ALL,
    status: 409,
    path: () => '/api/auth/switch-organization',
    body: ({ tenantId }) => ({ tenant_id: tenantId }),
  },
  'POST /api/org/invitations/accept': {
    may: 'anyone',
    status: 404,
    path: () => '/api/org/invitations/accept',
    body: () => ({ token: 'nobody’s', name: 'Nobody', password: PASSWORD }),
  },
  'POST /api/org/invitations/join': {
    may: ALL,
    status: 404,
    path: () => '/api/org/invitations/join',
    body: () => ({ token: 'nobody’s' }),
  },
};
