import { GROUP_SCHEMA, USER_SCHEMA } from './scim-resource.js';

/** What is supported, for directories that ask. Source: RFC 7643, section 5. */
export function serviceProviderConfig(base: string): Record<string, unknown> {
  const no = { supported: false };
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 100 },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'SCIM token',
        description: 'A token that an admin creates in the settings, as Authorization: Bearer.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** Source: RFC 7643, section 6. */
export function resourceTypes(base: string): Described[] {
  const type = (name: string, schema: string): Described => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  });
  return [type('User', USER_SCHEMA), type('Group', GROUP_SCHEMA)];
}

/** A description with the id by which it is found. */
export type Described = Record<string, unknown> & { id: string };

interface Attribute {
  name: string;
  type: string;
  multiValued: boolean;
  required: boolean;
  caseExact: boolean;
  mutability: string;
  returned: string;
  uniqueness: string;
  subAttributes?: Attribute[];
}

/** The attributes that are stored; others are ignored. Source: RFC 7643, section 7. */
export function schemas(base: string): Described[] {
  const schema = (id: string, name: string, attributes: Attribute[]): Described => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description: name,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  });
  return [
    schema(USER_SCHEMA, 'User', [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('displayName'),
      complex(
        'name',
        false,
        ['formatted', 'givenName', 'familyName'].map((part) => attribute(part)),
      ),
      complex('emails', true, [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })]),
      attribute('active', { type: 'boolean' }),
    ]),
    schema(GROUP_SCHEMA, 'Group', [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      complex('members', true, [
        attribute('value', { mutability: 'immutable' }),
        attribute('display', { mutability: 'readOnly' }),
        attribute('$ref', { type: 'reference', mutability: 'readOnly' }),
        attribute('type', { mutability: 'readOnly' }),
      ]),
    ]),
  ];
}

function attribute(name: string, properties: Partial<Attribute> = {}): Attribute {
  const usual = { type: 'string', multiValued: false, required: false, caseExact: false };
  return { name, ...usual, mutability: 'readWrite', returned: 'default', uniqueness: 'none', ...properties };
}

function complex(name: string, multiValued: boolean, subAttributes: Attribute[]): Attribute {
  return { ...attribute(name), type: 'complex', multiValued, subAttributes };
}
