import type { Role } from '../../src/access/roles.js';
import { Client } from './client.js';
import type { TestTenant } from './service.js';

export const CREATE_API_KEY = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    key apiKey { id name prefix status createdBy { id name } createdAt expiresAt lastUsedAt revokedAt }
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

/** A client with an API key for each role. */
export async function keyClients(tenant: TestTenant): Promise<Record<Role, Client>> {
  const withKey = async (role: Role) => new Client(tenant[role].baseUrl, (await createKey(tenant[role])).key);
  return { admin: await withKey('admin'), auditor: await withKey('auditor'), member: await withKey('member') };
}
