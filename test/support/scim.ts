import type { Client } from './client.js';
import type { TestTenant } from './service.js';

const CREATE_SCIM_TOKEN = `mutation ($input: CreateScimTokenInput!) {
  createScimToken(input: $input) {
    token baseUrl scimToken { id name prefix createdBy { id name } createdAt lastUsedAt revokedAt }
  }
}`;
export const REVOKE_SCIM_TOKEN = `mutation ($input: RevokeScimTokenInput!) {
  revokeScimToken(input: $input) { scimToken { id revokedAt } }
}`;

/** A SCIM token as returned to its creator. */
export interface CreatedScimToken {
  token: string;
  baseUrl: string;
  scimToken: { id: string; name: string; prefix: string; lastUsedAt: string | null; revokedAt: string | null };
}

/** Creates a token for a directory. */
export async function createScimToken(admin: Client, name = 'Directory'): Promise<CreatedScimToken> {
  const { createScimToken: created } = await admin.data<{ createScimToken: CreatedScimToken }>(CREATE_SCIM_TOKEN, {
    input: { name },
  });
  return created;
}

/** Response of SCIM. */
export interface ScimReply {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A directory, as a client of SCIM. It speaks no other protocol of the service, so nothing is held to the OpenAPI document. */
export class Directory {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string | null,
  ) {}

  static async of(admin: Client, name?: string): Promise<Directory> {
    return new Directory(admin.baseUrl, (await createScimToken(admin, name)).token);
  }

  get(path: string): Promise<ScimReply> {
    return this.send('GET', path);
  }

  async send(method: string, path: string, body?: unknown): Promise<ScimReply> {
    const response = await fetch(`${this.baseUrl}/scim/v2${path}`, {
      method,
      headers: {
        ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  }
}

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

const MEMBERS = '{ members { id email name role managedBy { kind name } } }';
const SET_GROUPS =
  'mutation ($input: SetGroupRolesInput!) { setGroupRoles(input: $input) { groupRoles { defaultRole } } }';

/** A member, as admins see them. */
export interface ManagedMember {
  id: string;
  email: string;
  name: string;
  role: string;
  managedBy: { kind: string; name: string } | null;
}

/** The member with an address. */
export async function memberOf({ admin }: TestTenant, email: string): Promise<ManagedMember | undefined> {
  const { members } = await admin.data<{ members: ManagedMember[] }>(MEMBERS);
  return members.find((each) => each.email === email);
}

/** Body of a PATCH. */
export function patchOf(...Operations: object[]): object {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations };
}

/** A user with little more than an address. */
export function person(email: string): object {
  return { schemas: [USER_SCHEMA], userName: email, displayName: email };
}

/** Creates a user. @returns the id */
export async function createPerson(directory: Directory, email: string): Promise<string> {
  return (await directory.send('POST', '/Users', person(email))).body.id as string;
}

/** Sets the roles that groups stand for. */
export async function setGroups(
  { admin }: TestTenant,
  groups: Record<string, string>,
  defaultRole = 'member',
): Promise<void> {
  const rows = Object.entries(groups).map(([group, role]) => ({ group, role }));
  await admin.data(SET_GROUPS, { input: { defaultRole, groups: rows } });
}
