import { PASSWORD } from '../support/service.js';
import { graphql, IN_QUERY, OF_TENANT, type Place } from './place.js';
import { PASSKEY_PLACES } from './places-passkeys.js';

/** Ids of sessions, of passkeys and of their owners. */
export const SESSION_PLACES: Readonly<Record<string, Place>> = {
  ...PASSKEY_PLACES,
  'Query.sessions(userId)': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    request: (id) => graphql('query ($id: ID) { sessions(userId: $id) { id } }', { id }),
  },
  'SwitchOrganizationInput.tenantId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'tenantId',
    code: 'CONFLICT',
    request: (id) =>
      graphql('mutation ($input: SwitchOrganizationInput!) { switchOrganization(input: $input) { tokenType } }', {
        input: { tenantId: id },
      }),
  },
  'LoginInput.tenantId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'tenantId',
    request: (id, { email }) =>
      graphql('mutation ($input: LoginInput!) { login(input: $input) { tokenType } }', {
        input: { email, password: PASSWORD, tenantId: id },
      }),
  },
  'EndSessionInput.sessionId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberSessionId',
    request: (id) =>
      graphql('mutation ($input: EndSessionInput!) { endSession(input: $input) { session { id } } }', {
        input: { sessionId: id },
      }),
  },
  'EndMemberSessionsInput.userId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    request: (id) =>
      graphql('mutation ($input: EndMemberSessionsInput!) { endMemberSessions(input: $input) { ended } }', {
        input: { userId: id },
      }),
  },
};
