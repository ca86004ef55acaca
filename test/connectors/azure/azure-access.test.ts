import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AzureConnector } from '../../../src/connectors/azure/azure.connector.js';
import { endpointsOf, tokenScopesOf } from '../../../src/connectors/azure/azure-endpoints.js';
import { AzureSettings } from '../../../src/connectors/azure/azure-settings.js';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { checkedSettings, secretNames, settingsSchema } from '../../../src/connectors/settings.js';
import { Collecting } from '../rest/cloud-collecting.js';
import { AzureServer, CLIENT, SECRET, TENANT } from './azure-server.js';
import { CERTIFICATE, KEY } from './certificate.js';
import { ESTATE, NO_BLOBS } from './estate.js';
import { CERTIFICATE as OTHER_CERTIFICATE, KEY as OTHER_KEY } from '../../platform/safe-fetch/certificate.js';
import { anyOf } from '../../support/any-of.js';

const APPLICATION = { tenant_id: TENANT, client_id: CLIENT };
const SETTINGS = { ...APPLICATION, client_secret: SECRET };
const PEM = `${CERTIFICATE}\n${KEY}`;

describe('access to Azure', () => {
  let azure: AzureServer;
  let collecting: Collecting;

  beforeEach(async () => {
    azure = await AzureServer.open(ESTATE);
    azure.refuse(NO_BLOBS.path, NO_BLOBS.answer);
    collecting = new Collecting(new AzureConnector({ endpoints: azure.endpoints, random: () => 0 }));
  });
  afterEach(async () => {
    await collecting.close();
    await azure.close();
  });

  it.each([
    ['certificate first', PEM],
    ['key first', `${KEY}\n${CERTIFICATE}`],
  ])('is granted to a certificate without sending its key: %s', async (_order, client_certificate) => {
    const { gaps, resources } = await collecting.collect({ ...APPLICATION, client_certificate });
    expect(gaps).toEqual([]);
    expect(resources).not.toEqual([]);
    expect(azure.sent).not.toContain('PRIVATE KEY');
  });

  it.each([
    ['a wrong secret', { ...APPLICATION, client_secret: 'wrong-one' }, 'AADSTS7000215'],
    ['another application', { ...SETTINGS, client_id: TENANT }, 'AADSTS700016'],
    ['another tenant', { ...SETTINGS, tenant_id: CLIENT }, 'AADSTS90002'],
    [
      'a certificate whose key is another',
      { ...APPLICATION, client_certificate: `${CERTIFICATE}\n${OTHER_KEY}` },
      'not a certificate with an RSA private key',
    ],
    [
      'a certificate of another kind',
      { ...APPLICATION, client_certificate: `${OTHER_CERTIFICATE}\n${OTHER_KEY}` },
      'not a certificate with an RSA private key',
    ],
    ['no certificate at all', { ...APPLICATION, client_certificate: 'hello' }, 'not a certificate'],
  ])('throws ConnectionLost for %s, with a message that repeats no secret', async (_name, settings, message) => {
    const lost = await collecting.collect(settings).catch((err: unknown) => err);
    expect(lost).toBeInstanceOf(ConnectionLost);
    expect((lost as ConnectionLost).message).toContain(message);
    expect((lost as ConnectionLost).message).not.toContain('wrong-one');
    expect(await collecting.probe(settings)).toEqual([(lost as ConnectionLost).message]);
  });

  it('throws ConnectionLost where no server answers', async () => {
    const { endpoints } = azure;
    await azure.close();
    const lonely = new Collecting(new AzureConnector({ endpoints, random: () => 0 }));
    await expect(lonely.collect(SETTINGS)).rejects.toMatchObject({ message: 'Entra ID cannot be reached.' });
    expect(lonely.clock.sleptMs).toHaveLength(4);
    await lonely.close();
    azure = await AzureServer.open({});
  });

  it('throws ConnectionLost where tokens are no longer accepted', async () => {
    azure.refusesTokens = true;
    await expect(collecting.collect(SETTINGS)).rejects.toBeInstanceOf(ConnectionLost);
  });

  it('renews a token that is revoked early', async () => {
    const connector = new AzureConnector({ endpoints: azure.endpoints });
    const again = new Collecting(connector);
    const steps = again.steps(SETTINGS);
    await steps.next();
    azure.expireTokens();
    const rest = [];
    for (let step = await steps.next(); step.done !== true; step = await steps.next()) rest.push(step.value.kind);
    expect(rest).not.toContain('gap');
    expect(rest.at(-1)).toBe('read');
    await again.close();
  });

  it('throws the reason of an aborted scan without sending a request', async () => {
    const controller = new AbortController();
    controller.abort(new Error('cancelled'));
    await expect(collecting.collect(SETTINGS, controller.signal)).rejects.toThrow('cancelled');
    expect(azure.paths).toEqual([]);
  });

  it('has no problem in a probe where everything can be read', async () => {
    expect(await collecting.probe(SETTINGS)).toEqual([]);
  });

  it('names each missing permission in a probe, exactly those of the permission documents', async () => {
    const granted = new AzureConnector().permissions.map(({ text }) => text).join('\n');
    const missing: string[] = [];
    // Details are refused one by one: a refused list hides them.
    for (const path of PATHS) {
      azure.refuse(path, { status: 403, body: { error: { code: 'Forbidden' } } });
      const problems = await collecting.probe(SETTINGS);
      azure.refusals.delete(path);
      expect(problems).toHaveLength(1);
      missing.push(/refuses ([\w./]+);/.exec(problems[0] ?? '')?.[1] ?? '');
    }
    expect(missing.filter((name) => !granted.includes(name))).toEqual([]);
    // All documented permissions are needed, except that of the subscriptions, whose list is empty rather than refused.
    const documented = granted.match(/Microsoft\.[\w/]+\/read|\w+\.Read\.\w+/g);
    expect(new Set([...missing, 'Microsoft.Resources/subscriptions/read'])).toEqual(new Set(documented));
  });
});

/** Paths that a probe reads: two items of every list. */
const PATHS = Object.keys(ESTATE).filter((path) => !/^\/arm\/subscriptions$|\/old\/|\/stock\//.test(path));

describe('the settings of Azure', () => {
  it.each([
    ['neither secret nor certificate', APPLICATION, '/config/client_secret'],
    ['both', { ...SETTINGS, client_certificate: PEM }, '/config/client_secret'],
    ['a tenant that is not an id', { ...SETTINGS, tenant_id: 'contoso/../x' }, '/config/tenant_id'],
    ['an unknown cloud', { ...SETTINGS, cloud: 'moon' }, '/config/cloud'],
    ['a subscription that is not an id', { ...SETTINGS, subscriptions: ['../x'] }, '/config/subscriptions/0'],
    ['an address', { ...SETTINGS, endpoints: {} }, '/config/endpoints'],
  ])('refuse %s', (_name, given, field) => {
    expect(() => checkedSettings(AzureSettings, given)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field })] }),
    );
  });

  it('mark secret and certificate as secrets, and describe every field', () => {
    expect(secretNames(AzureSettings)).toEqual(['client_secret', 'client_certificate']);
    const { properties } = settingsSchema(AzureSettings) as { properties: Record<string, { description?: string }> };
    for (const { description } of Object.values(properties)) expect(description).toEqual(anyOf(String));
  });

  it.each([
    ['public', 'login.microsoftonline.com', 'management.azure.com', 'graph.microsoft.com', 'safe.vault.azure.net'],
    [
      'usgovernment',
      'login.microsoftonline.us',
      'management.usgovcloudapi.net',
      'graph.microsoft.us',
      'safe.vault.usgovcloudapi.net',
    ],
    [
      'china',
      'login.partner.microsoftonline.cn',
      'management.chinacloudapi.cn',
      'microsoftgraph.chinacloudapi.cn',
      'safe.vault.azure.cn',
    ],
  ] as const)('have pinned addresses for %s', (cloud, login, management, graph, vault) => {
    const endpoints = endpointsOf(cloud);
    expect([endpoints.login, endpoints.management, endpoints.graph, endpoints.vault('safe')]).toEqual(
      [login, management, graph, vault].map((host) => `https://${host}`),
    );
    expect(tokenScopesOf(cloud)).toEqual({
      management: `https://${management}/.default`,
      graph: `https://${graph}/.default`,
      vault: `https://${vault.replace('safe.', '')}/.default`,
    });
  });
});
