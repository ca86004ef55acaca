import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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

  it('signs in with a certificate, once for the whole collection', async () => {
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
  ])('has lost its connection with %j, and says why', async (wrong, why) => {
    const config = { ...APP, ...wrong };
    const message = `Microsoft refuses the app (${why}`;
    await expect(collect(connector, { config })).rejects.toThrow(new ConnectionLost(message));
    expect(await probe(connector, { config })).toEqual([message]);
  });

  it('has lost its connection with a certificate that the app does not have', async () => {
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

  it('take a tenant by id or domain, with a secret or a certificate, and the global cloud unless told otherwise', () => {
    expect(wrongFields({ ...APP, client_secret: CLIENT_SECRET })).toEqual([]);
    expect(wrongFields({ ...APP, tenant_id: 'clinic.onmicrosoft.com', certificate: PEM, cloud: 'china' })).toEqual([]);
    expect(checkedSettings(settings, { ...APP, client_secret: CLIENT_SECRET })).toMatchObject({ cloud: 'global' });
  });

  it('refuse what is none of these, naming the field', () => {
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

  it('keep secret and certificate secret, and describe every field', () => {
    expect(secretNames(settings)).toEqual(['client_secret', 'certificate']);
    const { properties } = settingsSchema(settings) as { properties: Record<string, { description?: string }> };
    expect(Object.values(properties).every(({ description }) => Boolean(description))).toBe(true);
  });

  it('know only addresses of Microsoft', () => {
    const hosts = Object.values(CLOUDS).flatMap(({ login, graph }) => [new URL(login), new URL(graph)]);
    expect(hosts.every(({ protocol }) => protocol === 'https:')).toBe(true);
    expect(
      hosts.every(({ hostname }) =>
        /\.(microsoft\.com|microsoftonline\.com|microsoft\.us|microsoftonline\.us|chinacloudapi\.cn)$/.test(hostname),
      ),
    ).toBe(true);
  });
});
