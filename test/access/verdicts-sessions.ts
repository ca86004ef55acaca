import { PASSWORD } from '../support/service.js';
import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, ALL, NOBODYS } from './verdict.js';
import { PASSKEYS } from './verdicts-passkeys.js';

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
