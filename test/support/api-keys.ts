import type { Role } from '../../src/access/roles.js';
import { SCOPES } from '../../src/access/scopes.js';
import { Client } from './client.js';
import type { TestTenant } from './service.js';

export const CREATE_API_KEY = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    key apiKey { id name prefix status scopes createdBy { id name } createdAt expiresAt lastUsedAt revokedAt }
  }
}`;
export const REVOKE_API_KEY = `mutation ($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) { apiKey { id status revokedAt } }
}`;

/** An API key as returned to its creator. */
export interface CreatedKey {
  key: string;
  apiKey: {
    id: string;
    name: string;
    prefix: string;
    status: string;
    scopes: string[];
    createdBy: { id: string; name: string };
    createdAt: string;
    expiresAt: string;
    lastUsedAt: string | null;
    revokedAt: string | null;
  };
}

/** Creates an API key of the client's user. */
export async function createKey(client: Client, input: Record<string, unknown> = {}): Promise<CreatedKey> {
  const { createApiKey } = await client.data<{ createApiKey: CreatedKey }>(CREATE_API_KEY, {
    input: { name: 'Pipeline', ...input },
  });
  return createApiKey;
}

/** Creates a service account, for which the client's user is responsible. @returns its id */
export async function createServiceAccount(client: Client, input: Record<string, unknown> = {}): Promise<string> {
  const { createServiceAccount: created } = await client.data<{
    createServiceAccount: { serviceAccount: { id: string } };
  }>(
    'mutation ($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) { serviceAccount { id } } }',
    { input: { name: 'Deployment', ...input } },
  );
  return created.serviceAccount.id;
}

/** A client with an API key of every scope for each role. */
export async function keyClients(tenant: TestTenant): Promise<Record<Role, Client>> {
  const withKey = async (role: Role) =>
    new Client(tenant[role].baseUrl, (await createKey(tenant[role], { scopes: SCOPES })).key);
  return { admin: await withKey('admin'), auditor: await withKey('auditor'), member: await withKey('member') };
}
