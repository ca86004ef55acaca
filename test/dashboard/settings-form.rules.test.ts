import { describe, expect, it } from 'vitest';
import {
  changesOf,
  configOf,
  fieldsOf,
  readable,
  shownIn,
  valuesOf,
} from '../../src/dashboard/app/pages/integrations/settings-form.rules.js';

const SCHEMA = {
  type: 'object',
  properties: {
    access_key_id: { type: 'string', description: 'Id of the key.' },
    token: { type: 'string', writeOnly: true },
    ca: { type: 'string', contentMediaType: 'application/x-pem-file' },
    regions: { type: 'array', items: { type: 'string' }, default: [] },
    port: { type: 'integer', default: 5432 },
    cloud: { type: 'string', enum: ['public', 'china'], default: 'public' },
    include_archived: { type: 'boolean', default: false },
    host: { type: 'string' },
  },
  required: ['host'],
};
const FIELDS = fieldsOf(SCHEMA);

describe('the form of settings', () => {
  it('has a field of its type for each setting, required ones first', () => {
    expect(FIELDS.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'host text',
      'access_key_id text',
      'token text',
      'ca file',
      'regions lines',
      'port number',
      'cloud choice',
      'include_archived flag',
    ]);
    expect(FIELDS.find(({ name }) => name === 'access_key_id')?.label).toBe('Access key ID');
    expect(FIELDS.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(['token']);
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf(undefined)).toEqual([]);
  });

  it('asks first, after what is required, for what is granted by a value that the service gives', () => {
    const properties = {
      key: { type: 'string' },
      role_arn: { type: 'string' },
      external_id: { type: 'string', readOnly: true, const: 'e-1', issuedWith: ['role_arn'] },
      name: { type: 'string' },
    };
    const names = fieldsOf({ properties, required: ['name'] }).map(({ name }) => name);
    expect(names).toEqual(['name', 'role_arn', 'key']);
  });

  it('begins with the defaults, or with the stored settings', () => {
    expect(valuesOf(FIELDS)).toEqual({
      host: '',
      access_key_id: '',
      token: '',
      ca: '',
      regions: '',
      port: '5432',
      cloud: 'public',
      include_archived: false,
    });
    const stored = { host: 'db', regions: ['a', 'b'], port: 1, include_archived: true };
    expect(valuesOf(FIELDS, stored)).toMatchObject({ host: 'db', regions: 'a\nb', port: '1', include_archived: true });
  });

  it('sends each value with its type, and no empty ones', () => {
    const values = {
      ...valuesOf(FIELDS),
      host: ' db ',
      regions: 'eu-west-1\n\n eu-central-1,us-east-1 ',
      port: '5433',
    };
    expect(configOf(FIELDS, values)).toEqual({
      host: 'db',
      regions: ['eu-west-1', 'eu-central-1', 'us-east-1'],
      port: 5433,
      cloud: 'public',
      include_archived: false,
    });
    expect(configOf(FIELDS, { ...values, port: 'x' }).port).toBe('x');
  });

  it('sends of an update the changed fields: null for an emptied one, nothing for an empty secret', () => {
    const before = valuesOf(FIELDS, { host: 'db', regions: ['a'] });
    const after = { ...before, host: 'db2', regions: '' };
    expect(changesOf(FIELDS, { before, after, removed: [] })).toEqual({ host: 'db2', regions: null });
    expect(changesOf(FIELDS, { before, after: { ...before, token: 'new' }, removed: [] })).toEqual({ token: 'new' });
    expect(changesOf(FIELDS, { before, after: before, removed: ['token'] })).toEqual({ token: null });
  });

  it('shows stored settings as text, without those that are null', () => {
    expect([['a', 'b'], 5432, false, '', [], null, undefined].map(readable)).toEqual([
      'a, b',
      '5432',
      'false',
      null,
      null,
      null,
      null,
    ]);
  });

  it('shows a choice by its name, and any other value as it is', () => {
    const cloud = { enum: ['public', 'china'], choices: { public: 'Everybody’s' } };
    const [field] = fieldsOf({ properties: { cloud } });
    expect(field).toBeDefined();
    expect(['public', 'china', 'other', null].map((value) => shownIn(field ?? {}, value))).toEqual([
      'Everybody’s',
      'china',
      'other',
      null,
    ]);
    expect(shownIn({}, ['a', 'b'])).toBe('a, b');
  });
});
