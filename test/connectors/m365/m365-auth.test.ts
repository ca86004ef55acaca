import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { M365Connector } from '../../../src/connectors/m365/m365.connector.js';
import { CLOUDS } from '../../../src/connectors/m365/m365-settings.js';
import { checkedSettings, secretNames, settingsSchema } from '../../../src/connectors/settings.js';
import { AppError } from '../../../src/platform/errors.js';
import { collect, gapsOf, probe } from '../rest/collecting.js';
import { certificatePem } from './certificate.js';
import { CLIENT_ID, CLIENT_SECRET, GraphServer, TENANT_ID } from './graph-server.js';
import { smallTenant } from './small-tenant.js';

const PEM = certificatePem();
const APP = { tenant_id: TENANT_ID, client_id: CLIENT_ID };

describe('an app of a Microsoft 365 tenant', () => {
  let graph: GraphServer;
  let connector: M365Connector;

  beforeEach(async () => {
    graph = await GraphServer.start(smallTenant(), new X509Certificate(PEM));
    connector = new M365Connector({ origins: graph.origins });
  });
  afterEach(() => graph.json.close());

  it('authenticates with a certificate, once for the whole collection', async () => {
    expect(gapsOf(await collect(connector, { config: { ...APP, certificate: PEM } }))).toEqual([]);
    expect(graph.json.paths.filter((path) => path.startsWith('POST'))).toHaveLength(1);
  });

  it.each([
    [{ client_secret: 'wrong' }, 'AADSTS7000215): client_secret is not the value of a secret of the app.'],
    [
      { client_secret: CLIENT_SECRET, client_id: TENANT_ID },
      'AADSTS700016): the tenant has no app with this client_id.',
    ],
    [
      { client_secret: CLIENT_SECRET, tenant_id: 'other.example' },
      'AADSTS90002): there is no tenant with this tenant_id in this cloud.',
    ],
  ])('throws ConnectionLost with the reason for %j', async (wrong, why) => {
    const config = { ...APP, ...wrong };
    const message = `Microsoft refuses the app (${why}`;
    await expect(collect(connector, { config })).rejects.toThrow(new ConnectionLost(message));
    expect(await probe(connector, { config })).toEqual([message]);
  });

  it('throws ConnectionLost for a certificate that is not registered', async () => {
    const stranger = await GraphServer.start(smallTenant());
    const other = new M365Connector({ origins: stranger.origins });
    await expect(collect(other, { config: { ...APP, certificate: PEM } })).rejects.toThrow(
      'the certificate is not registered with the app, or has expired',
    );
    await stranger.json.close();
  });
});

describe('the settings of a Microsoft 365 integration', () => {
  const { settings } = new M365Connector();
  const wrongFields = (given: Record<string, unknown>) => {
    try {
      checkedSettings(settings, given);
      return [];
    } catch (err) {
      if (!(err instanceof AppError)) throw err;
      return err.details.map(({ field, message }) => `${field} ${message}`);
    }
  };

  it('accept a tenant by id or domain, with a secret or a certificate, in the global cloud by default', () => {
    expect(wrongFields({ ...APP, client_secret: CLIENT_SECRET })).toEqual([]);
    expect(wrongFields({ ...APP, tenant_id: 'clinic.onmicrosoft.com', certificate: PEM, cloud: 'china' })).toEqual([]);
    expect(checkedSettings(settings, { ...APP, client_secret: CLIENT_SECRET })).toMatchObject({ cloud: 'global' });
  });

  it('refuse other values with the name of the field', () => {
    const either = '/config/client_secret give either client_secret or certificate';
    expect(wrongFields(APP)).toEqual([either]);
    expect(wrongFields({ ...APP, client_secret: CLIENT_SECRET, certificate: PEM })).toEqual([either]);
    expect(wrongFields({ ...APP, client_secret: CLIENT_SECRET, tenant_id: 'a/../b' })).toEqual([
      '/config/tenant_id is no id and no domain of a tenant',
    ]);
    expect(wrongFields({ ...APP, client_secret: CLIENT_SECRET, client_id: 'x' })).toEqual([
      '/config/client_id is no application id',
    ]);
    expect(wrongFields({ ...APP, certificate: PEM.slice(0, PEM.indexOf('-----BEGIN PRIVATE')) })).toEqual([
      '/config/certificate must hold a certificate and its RSA private key, both as PEM',
    ]);
    expect(wrongFields({ ...APP, client_secret: CLIENT_SECRET, cloud: 'moon' })).toHaveLength(1);
  });

  it('mark secret and certificate as secrets, and describe every field', () => {
    expect(secretNames(settings)).toEqual(['client_secret', 'certificate']);
    const { properties } = settingsSchema(settings) as { properties: Record<string, { description?: string }> };
    expect(Object.values(properties).every(({ description }) => Boolean(description))).toBe(true);
  });

  it('have only addresses of Microsoft', () => {
    const hosts = Object.values(CLOUDS).flatMap(({ login, graph }) => [new URL(login), new URL(graph)]);
    expect(hosts.every(({ protocol }) => protocol === 'https:')).toBe(true);
    expect(
      hosts.every(({ hostname }) =>
        /\.(microsoft\.com|microsoftonline\.com|microsoft\.us|microsoftonline\.us|chinacloudapi\.cn)$/.test(hostname),
      ),
    ).toBe(true);
  });
});
