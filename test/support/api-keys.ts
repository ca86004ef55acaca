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

/** An API key as its maker sees it. */
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

/** Makes an API key of the user whose client it is. */
export async function createKey(client: Client, input: Record<string, unknown> = {}): Promise<CreatedKey> {
  const { createApiKey } = await client.data<{ createApiKey: CreatedKey }>(CREATE_API_KEY, {
    input: { name: 'Pipeline', ...input },
  });
  return createApiKey;
}

/** A client for each role that calls with an API key. */
export async function keyClients(tenant: TestTenant): Promise<Record<Role, Client>> {
  const withKey = async (role: Role) => new Client(tenant[role].baseUrl, (await createKey(tenant[role])).key);
  return { admin: await withKey('admin'), auditor: await withKey('auditor'), member: await withKey('member') };
}
