import { graphql, IN_QUERY, OF_TENANT, type Place } from './place.js';

const UPDATE_ACCOUNT =
  'mutation ($input: UpdateServiceAccountInput!) { updateServiceAccount(input: $input) { serviceAccount { id } } }';
const DISABLE_ACCOUNT =
  'mutation ($input: DisableServiceAccountInput!) { disableServiceAccount(input: $input) { serviceAccount { id } } }';

/** Every input field of API keys and service accounts that is an id. */
export const KEY_PLACES: Readonly<Record<string, Place>> = {
  'CreateApiKeyInput.serviceAccountId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'serviceAccountId',
    request: (id) =>
      graphql('mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }', {
        input: { name: 'Another', serviceAccountId: id },
      }),
  },
  'UpdateServiceAccountInput.serviceAccountId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'serviceAccountId',
    request: (id, { userId }) => graphql(UPDATE_ACCOUNT, { input: { serviceAccountId: id, responsibleId: userId } }),
  },
  'UpdateServiceAccountInput.responsibleId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'userId',
    request: (id, { serviceAccountId }) => graphql(UPDATE_ACCOUNT, { input: { serviceAccountId, responsibleId: id } }),
  },
  'DisableServiceAccountInput.serviceAccountId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'disabledAccountId',
    request: (id) => graphql(DISABLE_ACCOUNT, { input: { serviceAccountId: id } }),
  },
  'RevokeApiKeyInput.apiKeyId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'adminKeyId',
    request: (id) =>
      graphql('mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }', {
        input: { apiKeyId: id },
      }),
  },
  'RevokeScimTokenInput.scimTokenId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'scimTokenId',
    request: (id) =>
      graphql('mutation ($input: RevokeScimTokenInput!) { revokeScimToken(input: $input) { scimToken { id } } }', {
        input: { scimTokenId: id },
      }),
  },
};
