import type { ScimGroup } from './scim-group.read.js';
import type { ScimUser } from './scim-user.read.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** A resource as it is sent. */
export type ScimResource = Record<string, unknown> & { id: string; meta: { location: string } };

/** Attributes that a request asks for or leaves out, in lower case; null for all. */
export interface Projection {
  attributes: readonly string[] | null;
  excluded: readonly string[];
}

/** A user as it is sent. @param base address of SCIM, without a trailing slash */
export function userResource({ id, values, createdAt, updatedAt }: ScimUser, base: string): ScimResource {
  const { userName, externalId, displayName, formatted, givenName, familyName, emails, active } = values;
  const name = present({ formatted, givenName, familyName });
  return {
    schemas: [USER_SCHEMA],
    id,
    ...present({ externalId }),
    userName,
    ...(Object.keys(name).length === 0 ? {} : { name }),
    ...present({ displayName }),
    emails: emails.map(({ value, type, primary }) => ({ value, ...present({ type }), primary })),
    active,
    meta: metaOf('User', { createdAt, updatedAt }, `${base}/Users/${id}`),
  };
}

/** A group as it is sent. @param base address of SCIM, without a trailing slash */
export function groupResource(group: ScimGroup, base: string): ScimResource {
  const { id, displayName, externalId, members, createdAt, updatedAt } = group;
  const listed = members?.map((member) => ({
    value: member.id,
    display: member.name,
    type: 'User',
    $ref: `${base}/Users/${member.id}`,
  }));
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...present({ externalId }),
    displayName,
    ...(listed ? { members: listed } : {}),
    meta: metaOf('Group', { createdAt, updatedAt }, `${base}/Groups/${id}`),
  };
}

/** The attributes that were asked for; `id` and `schemas` always. Source: RFC 7644, section 3.9. */
export function projected(resource: ScimResource, { attributes, excluded }: Projection): Record<string, unknown> {
  const isSent = (name: string) => {
    const key = name.toLowerCase();
    if (key === 'id' || key === 'schemas') return true;
    return (attributes?.includes(key) ?? true) && !excluded.includes(key);
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isSent(name)));
}

function metaOf(
  resourceType: string,
  { createdAt, updatedAt }: { createdAt: Date; updatedAt: Date },
  location: string,
) {
  return { resourceType, created: createdAt.toISOString(), lastModified: updatedAt.toISOString(), location };
}

function present(values: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));
}
