import { graphql, IN_QUERY, OF_TENANT, type Place } from './place.js';

/** Ids of passkeys and of their owners. */
export const PASSKEY_PLACES: Readonly<Record<string, Place>> = {
  'Query.passkeys(userId)': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    request: (id) => graphql('query ($id: ID) { passkeys(userId: $id) { id } }', { id }),
  },
  'RenamePasskeyInput.passkeyId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'adminPasskeyId',
    request: (passkeyId) =>
      graphql('mutation ($input: RenamePasskeyInput!) { renamePasskey(input: $input) { passkey { id } } }', {
        input: { passkeyId, name: 'Laptop' },
      }),
  },
  'RemovePasskeyInput.passkeyId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'doomedPasskeyId',
    request: (passkeyId) =>
      graphql('mutation ($input: RemovePasskeyInput!) { removePasskey(input: $input) { removedId } }', {
        input: { passkeyId, revokeApiKeys: false },
      }),
  },
  'ResetMemberPasskeysInput.userId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'memberId',
    code: 'CONFLICT',
    request: (userId) =>
      graphql('mutation ($input: ResetMemberPasskeysInput!) { resetMemberPasskeys(input: $input) { member { id } } }', {
        input: { userId },
      }),
  },
};
