import type { RestRow } from '../../feature/rest-row.js';

const API_KEY = `
  id name prefix status scopes serviceAccount { id name } createdBy { id name } createdAt expiresAt lastUsedAt revokedAt`;

/** REST rows. The specification has no path for them ("the dashboard is the only way stated"): our addition. */
export const apiKeyRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/org/api-keys',
    summary: 'API keys that the caller may see, newest first.',
    document: `query { data: apiKeys { ${API_KEY} } }`,
  },
  {
    method: 'POST',
    path: '/api/org/api-keys',
    summary: 'Create an API key, which is in this response and nowhere else.',
    status: 201,
    document: `mutation ($input: CreateApiKeyInput!) { data: createApiKey(input: $input) { key apiKey { ${API_KEY} } } }`,
    errors: ['CONFLICT'],
  },
  {
    method: 'DELETE',
    path: '/api/org/api-keys/{id}',
    summary: 'Revoke an API key.',
    status: 204,
    inputFromPath: { apiKeyId: 'id' },
    document: `mutation ($input: RevokeApiKeyInput!) { data: revokeApiKey(input: $input) { apiKey { id } } }`,
  },
];
