import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OktaConnector } from '../../../src/connectors/okta/okta.connector.js';
import { checkedSettings, secretNames, settingsSchema } from '../../../src/connectors/settings.js';
import { AppError } from '../../../src/platform/errors.js';
import { collect, gapsOf, probe, resourcesOf } from '../rest/collecting.js';
import { API_TOKEN, CLIENT_ID, OktaServer } from './okta-server.js';
import { smallOrg } from './small-org.js';

const CONNECTOR = new OktaConnector({ allowsHttp: true });

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const jwk = (key: KeyObject) => JSON.stringify({ ...key.export({ format: 'jwk' }), kid: 'key-1' });

describe('a service app at Okta', () => {
  let okta: OktaServer;
  const settings = (private_key: string, more: Record<string, unknown> = {}) => ({
    config: { org_url: okta.json.origin, client_id: CLIENT_ID, private_key, ...more },
  });

  beforeEach(async () => {
    okta = await OktaServer.start(smallOrg(), RSA);
  });
  afterEach(() => okta.json.close());

  it.each([
    ['a JWK', jwk(RSA), {}],
    ['PEM and the id of the key', pem(RSA), { key_id: 'key-1' }],
  ])('gets one token for the whole collection with %s', async (_kind, key, more) => {
    const steps = await collect(CONNECTOR, settings(key, more));
    expect(gapsOf(steps)).toEqual([]);
    expect(resourcesOf(steps)).toHaveLength(10);
    expect(okta.json.paths.filter((path) => path === 'POST /oauth2/v1/token')).toHaveLength(1);
  });

  it('signs with ES256 where the key is an elliptic curve', async () => {
    const other = await OktaServer.start(smallOrg(), EC);
    const config = { org_url: other.json.origin, client_id: CLIENT_ID, private_key: jwk(EC) };
    expect(gapsOf(await collect(CONNECTOR, { config }))).toEqual([]);
    await other.json.close();
  });

  it('gets another token when the first is revoked during the collection', async () => {
    const ctx = settings(jwk(RSA));
    okta.json.next.push({
      status: 200,
      body: { token_type: 'Bearer', access_token: 'revoked already', expires_in: 3600 },
    });
    expect(gapsOf(await collect(CONNECTOR, ctx))).toEqual([]);
    expect(okta.json.paths.slice(0, 4)).toEqual([
      'POST /oauth2/v1/token',
      'GET /api/v1/policies',
      'POST /oauth2/v1/token',
      'GET /api/v1/policies',
    ]);
  });

  it('collects without a scope that it lacks, and records a gap that names it', async () => {
    okta.granted = ['okta.policies.read', 'okta.apps.read', 'okta.brands.read', 'okta.idps.read'];
    const reason =
      'Okta refused to return the log streams (403 E0000006): grant the scope okta.logStreams.read and the role Read-only Administrator.';
    expect(gapsOf(await collect(CONNECTOR, settings(jwk(RSA))))).toEqual([
      { resourceTypes: ['OktaSystemLog'], region: null, account: '127.0.0.1', reason },
    ]);
    expect(await probe(CONNECTOR, settings(jwk(RSA)))).toEqual([reason]);
  });

  it('throws ConnectionLost without any scope, and with an unknown key', async () => {
    okta.granted = [];
    await expect(collect(CONNECTOR, settings(jwk(RSA)))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('none of the scopes okta.policies.read'),
    });
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    await expect(collect(CONNECTOR, settings(jwk(stranger)))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('Okta refuses the service app (invalid_client)'),
    });
    expect(await probe(CONNECTOR, settings(jwk(stranger)))).toEqual([
      expect.stringContaining('Okta refuses the service app (invalid_client)'),
    ]);
  });
});

describe('the settings of an Okta integration', () => {
  const strict = new OktaConnector().settings;
  const token = { api_token: API_TOKEN };
  const wrongFields = (given: Record<string, unknown>) => {
    try {
      checkedSettings(strict, given);
      return [];
    } catch (err) {
      if (!(err instanceof AppError)) throw err;
      return err.details.map(({ field, message }) => `${field} ${message}`);
    }
  };

  it.each([
    'https://example.okta.com',
    'https://example.okta.com/',
    'https://example-1.oktapreview.com',
    'https://example.okta-emea.com',
    'https://example.okta-gov.com',
    'https://login.example.org',
  ])('accept %s', (org_url) => {
    expect(wrongFields({ org_url, ...token })).toEqual([]);
  });

  it.each([
    ['http://example.okta.com', 'must begin with https://'],
    ['example.okta.com', 'is not a URL'],
    ['https://example-admin.okta.com', 'is the address of the Admin Console: leave -admin out'],
    ['https://okta.com', 'must name the organization: https://example.okta.com'],
    ['https://a.b.okta.com', 'must name the organization: https://example.okta.com'],
    ['https://example.okta.com/api/v1', 'must be an address without a path: https://example.okta.com'],
    ['https://user:secret@example.okta.com', 'must be an address without a path: https://example.okta.com'],
    ['https://10.0.0.1', 'must have a domain name'],
    ['https://[::1]', 'must have a domain name'],
    ['https://localhost', 'must have a domain name'],
  ])('refuse %s', (org_url, message) => {
    expect(wrongFields({ org_url, ...token })).toEqual([`/config/org_url ${message}`]);
  });

  it('need either a token, or an app with its key', () => {
    const org = { org_url: 'https://example.okta.com' };
    const either = '/config/api_token give either api_token, or client_id and private_key';
    const app = { client_id: CLIENT_ID, private_key: pem(RSA) };
    expect(wrongFields(org)).toEqual([either]);
    expect(wrongFields({ ...org, ...token, ...app })).toEqual([either]);
    expect(wrongFields({ ...org, client_id: CLIENT_ID })).toEqual([either]);
    expect(wrongFields({ ...org, ...token, client_id: CLIENT_ID })).toEqual([either]);
    expect(wrongFields({ ...org, api_token: 'two\nlines' })).toEqual(['/config/api_token is no API token']);
    expect(wrongFields({ ...org, ...app })).toEqual([]);
    expect(wrongFields({ ...org, client_id: CLIENT_ID, private_key: 'no key' })).toEqual([
      '/config/private_key is no RSA or P-256 private key, neither as JWK nor as PEM',
    ]);
  });

  it('mark token and key as secrets, and describe every field', () => {
    expect(secretNames(strict)).toEqual(['api_token', 'private_key']);
    const { properties } = settingsSchema(strict) as { properties: Record<string, { description?: string }> };
    expect(Object.values(properties).every(({ description }) => Boolean(description))).toBe(true);
  });
});
