import { graphql, IN_QUERY, OF_TENANT, type Place } from './place.js';
import type { World } from './world.js';

/** A mutation with the id of a connection. */
function ofConnection(
  name: string,
  own: keyof World,
  {
    type = 'IdentityConnectionInput',
    result = 'identityConnection { id }',
    code,
  }: Partial<Record<'type' | 'result' | 'code', string>> = {},
): Place {
  return {
    ...IN_QUERY,
    ...OF_TENANT,
    own,
    ...(code === undefined ? {} : { code }),
    request: (connectionId, { userId }) => {
      const more = type === 'EnforceSingleSignOnInput' ? { breakGlassUserId: userId } : {};
      return graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { ${result} } }`, {
        input: { connectionId, ...more },
      });
    },
  };
}

const ENFORCE =
  'mutation ($input: EnforceSingleSignOnInput!) { enforceSingleSignOn(input: $input) { identityConnection { id } } }';

/** Every input field of single sign-on that is an id. */
export const SIGN_ON_PLACES: Readonly<Record<string, Place>> = {
  'UpdateIdentityConnectionInput.connectionId': ofConnection('updateIdentityConnection', 'connectionId', {
    type: 'UpdateIdentityConnectionInput',
  }),
  'IdentityConnectionInput.connectionId': ofConnection('activateIdentityConnection', 'connectionId', {
    code: 'CONFLICT',
  }),
  'EnforceSingleSignOnInput.connectionId': ofConnection('enforceSingleSignOn', 'activeConnectionId', {
    type: 'EnforceSingleSignOnInput',
  }),
  'EnforceSingleSignOnInput.breakGlassUserId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'userId',
    request: (breakGlassUserId, { activeConnectionId: connectionId }) =>
      graphql(ENFORCE, { input: { connectionId, breakGlassUserId } }),
  },
  'EmailDomainInput.domainId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'emailDomainId',
    request: (domainId) =>
      graphql('mutation ($input: EmailDomainInput!) { releaseEmailDomain(input: $input) { releasedId } }', {
        input: { domainId },
      }),
  },
};
