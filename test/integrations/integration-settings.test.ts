import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runScan } from '../support/scans.js';
import { createWebhook } from '../webhooks/webhooks.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';

const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const OTHER = 'ghp_abcdefghijABCDEFGHIJ0123456789abcdef';
const CONNECT = `mutation ($i: ConnectIntegrationInput!) { connectIntegration(input: $i) { integration { id config } } }`;
const UPDATE = `mutation ($i: UpdateIntegrationInput!) { updateIntegration(input: $i) { integration { config } } }`;

interface Connected {
  connectIntegration: { integration: { id: string; config: Record<string, unknown> } };
}

let service: TestService;
let tenant: TestTenant;
let tenants = 0;
/** A GitHub Enterprise Server that refuses all credentials, or knows them and has no request left for them. */
let github: Server;
let isKnown = false;
let address = '';
let authorizations: (string | undefined)[] = [];

beforeAll(async () => {
  service = await startService();
  github = createServer((req, res) => {
    authorizations.push(req.headers.authorization);
    if (isKnown) res.writeHead(429, { 'retry-after': '3600' }).end();
    else res.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Bad credentials"}');
  });
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${String((github.address() as AddressInfo).port)}`;
});
afterAll(async () => {
  github.closeAllConnections();
  github.close();
  await service.stop();
});

const connectGithub = async (config: Record<string, unknown> = {}): Promise<string> => {
  tenant = await service.addTenant(`Keys${String((tenants += 1))}`, 'ENTERPRISE');
  const { connectIntegration } = await tenant.admin.data<Connected>(CONNECT, {
    i: { type: 'github', name: 'Code', config: { organization: 'acme', token: TOKEN, base_url: address, ...config } },
  });
  return connectIntegration.integration.id;
};
const refusal = async (config: Record<string, unknown>, type = 'github') =>
  (await service.a.admin.graphql(CONNECT, { i: { type, name: 'Code', config } })).body as {
    errors: { extensions: { code: string; details: { field: string; message: string }[] } }[];
  };

describe('the test of settings before they are connected', () => {
  const TEST = `mutation ($i: TestConnectionInput!) { testConnection(input: $i) { problems identity { kind } } }`;
  const stored = async () => (await service.a.admin.rest<unknown[]>('/api/org/integrations')).length;

  it('gives the problems that a scan would meet, and stores nothing', async () => {
    const before = await stored();
    const config = { organization: 'acme', token: TOKEN, base_url: address };
    const { testConnection } = await service.a.admin.data<{
      testConnection: { problems: string[]; identity: unknown[] };
    }>(TEST, { i: { type: 'github', config } });
    expect(testConnection.problems).toHaveLength(1);
    expect(testConnection.identity).toEqual([]);
    expect(await stored()).toBe(before);
  });

  it('refuses wrong settings and unknown types as the connection would', async () => {
    const { body } = await service.a.admin.graphql(TEST, { i: { type: 'github', config: { token: TOKEN } } });
    expect(body).toMatchObject({ errors: [{ extensions: { details: [{ field: '/config/organization' }] } }] });
    const unknown = await service.a.admin.graphql(TEST, { i: { type: 'fax' } });
    expect(unknown.body).toMatchObject({ errors: [{ extensions: { details: [{ field: '/type' }] } }] });
  });
});

describe('the list of integration types', () => {
  it('has their settings as JSON Schema, credentials marked, and the permissions they need', async () => {
    const { integrationKinds: kinds } = await service.a.admin.data<{
      integrationKinds: {
        type: string;
        settings: {
          properties: Record<string, { writeOnly?: boolean; description?: string; contentMediaType?: string }>;
          required?: string[];
        };
        permissions: { title: string; format: string; text: string }[];
      }[];
    }>('{ integrationKinds { type title description acceptsReports settings permissions { title format text } } }');
    expect(kinds.map(({ type }) => type).sort()).toEqual(
      'aws aws-security-hub azure demo gcp github kubernetes m365 okta openscap postgresql prowler'.split(' '),
    );
    const secrets = (type: string) =>
      Object.entries(kinds.find((kind) => kind.type === type)?.settings.properties ?? {})
        .filter(([, property]) => property.writeOnly)
        .map(([name]) => name);
    expect(secrets('github')).toEqual(['token', 'private_key']);
    expect(secrets('demo')).toEqual([]);
    const { token, private_key: key } = kinds.find(({ type }) => type === 'github')?.settings.properties ?? {};
    expect([token?.contentMediaType, key?.contentMediaType]).toEqual([undefined, 'application/x-pem-file']);
    expect(kinds.find(({ type }) => type === 'github')?.settings.required).toContain('organization');
    for (const { settings } of kinds) {
      for (const property of Object.values(settings.properties)) expect(property.description).toMatch(/\S/);
    }
    const collecting = kinds.filter(({ type }) => !['demo', 'prowler', 'aws-security-hub', 'openscap'].includes(type));
    for (const { permissions } of collecting) expect(permissions.length).toBeGreaterThan(0);
  });
});

describe('the settings of an integration', () => {
  it('return all errors at once, each by its name, never with its value', async () => {
    const body = await refusal({ organization: 'not a login', token: '', secret_sauce: TOKEN });
    expect(body.errors[0]?.extensions.code).toBe('VALIDATION_FAILED');
    const fields = body.errors[0]?.extensions.details.map(({ field }) => field).sort();
    expect(fields).toEqual(['/config/organization', '/config/secret_sauce', '/config/token']);
    expect(JSON.stringify(body)).not.toContain(TOKEN);
  });

  it('are refused for a type that has none', async () => {
    const body = await refusal({ region: 'eu' }, 'demo');
    expect(body.errors[0]?.extensions.details).toEqual([
      { field: '/config/region', message: 'is not a setting of this type' },
    ]);
  });
});

describe('the credentials of an integration', () => {
  it('are returned in no response, and stored in no table in plain text', async () => {
    const integrationId = await connectGithub();
    const answers = [
      await tenant.admin.get('/api/org/integrations'),
      await tenant.admin.graphql('{ integrations { id config } auditLog(first: 5) { nodes { before after } } }'),
    ];
    for (const { text } of answers) expect(text).not.toContain(TOKEN);
    expect(answers[0]?.text).toContain('acme');
    const rows = await service.database.query(
      `select i::text as row from integrations i where id::text = $1
       union all select a::text from audit_log a where resource_id::text = $1`,
      [integrationId],
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(rows)).not.toContain(TOKEN);
  });

  it('stay when an update omits them, and change when it has them; the trail records that they changed', async () => {
    const integrationId = await connectGithub();
    const sent = async () => {
      authorizations = [];
      await tenant.admin.data('mutation ($i: TestIntegrationInput!) { testIntegration(input: $i) { problems } }', {
        i: { integrationId },
      });
      return authorizations[0] ?? '';
    };
    expect(await sent()).toContain(TOKEN);
    await tenant.admin.data(UPDATE, { i: { integrationId, config: { include_archived: true } } });
    expect(await sent()).toContain(TOKEN);
    await tenant.admin.data(UPDATE, { i: { integrationId, config: { token: OTHER } } });
    expect(await sent()).toContain(OTHER);
    const trail = await service.database.query<{ before: object; after: object }>(
      `select before, after from audit_log where resource_id = $1 and action = 'integration.updated' order by sequence`,
      [integrationId],
    );
    expect(trail.map(({ after }) => Object.keys(after).sort())).toEqual([['config', 'credentials'], ['credentials']]);
    expect(JSON.stringify(trail)).not.toContain(OTHER);
  });

  it('are not sent to another address that somebody sets who does not know them', async () => {
    const integrationId = await connectGithub({ base_url: 'https://github.example.com' });
    authorizations = [];
    const { body } = await tenant.admin.graphql(UPDATE, { i: { integrationId, config: { base_url: address } } });
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', details: [{ field: '/config/token' }] } }],
    });
    await tenant.admin.data('mutation ($i: TestIntegrationInput!) { testIntegration(input: $i) { problems } }', {
      i: { integrationId },
    });
    expect(authorizations).toEqual([]);
  });

  it('cannot be removed when the type requires them', async () => {
    const integrationId = await connectGithub();
    const { body } = await tenant.admin.graphql(UPDATE, { i: { integrationId, config: { token: null } } });
    expect(body).toMatchObject({ errors: [{ extensions: { details: [{ field: '/config/token' }] } }] });
  });
});

describe('an integration whose credentials are refused', () => {
  it('is in error from the beginning, with the reason, takes part in no scan, and notifies nobody of a loss', async () => {
    await connectGithub();
    const [integration] =
      await tenant.admin.rest<{ status: string; error: { message: string } }[]>('/api/org/integrations');
    expect(integration).toMatchObject({ status: 'error', error: { code: 'UNAVAILABLE' } });
    expect(integration?.error.message).toMatch(/credential/);
    expect(JSON.stringify(integration)).not.toContain(TOKEN);
    const { status } = await tenant.member.post('/api/scans/trigger', {});
    expect(status).toBe(409);
    expect(await notices()).toEqual([]);
  });

  it('is connected once a test finds that they are accepted, whatever it could not read', async () => {
    const integrationId = await connectGithub();
    isKnown = true;
    const document =
      'mutation ($i: TestIntegrationInput!) { testIntegration(input: $i) { problems integration { status error { code } } } }';
    const answer = await tenant.admin.data(document, { i: { integrationId } }).finally(() => (isKnown = false));
    expect(answer).toEqual({
      testIntegration: { problems: [expect.any(String)], integration: { status: 'connected', error: null } },
    });
  });

  it('fails its scan, is in error, and notifies webhooks once', async () => {
    const integrationId = await connectGithub();
    await claimConnected(integrationId);
    await createWebhook(tenant.admin, 'https://receiver.invalid/', ['integration.disconnected']);
    expect(await runScan(tenant.member)).toMatchObject({ status: 'failed', failure_reason: { code: 'UNAVAILABLE' } });
    await expectLoss(integrationId);
  });

  it('reports that in a test, is in error, and notifies webhooks once', async () => {
    const integrationId = await connectGithub();
    await claimConnected(integrationId);
    await createWebhook(tenant.admin, 'https://receiver.invalid/', ['integration.disconnected']);
    const document = 'mutation ($i: TestIntegrationInput!) { testIntegration(input: $i) { problems } }';
    for (const problems of [1, 2].map(() => [expect.stringMatching(/credential/)])) {
      expect(await tenant.admin.data(document, { i: { integrationId } })).toEqual({ testIntegration: { problems } });
    }
    await expectLoss(integrationId);
  });

  /** As of a system that accepted the credentials once. */
  const claimConnected = (id: string) =>
    service.database.query(`update integrations set status = 'connected', error = null where id = $1`, [id]);
  const notices = () =>
    service.database.query<{ data: object }>(
      `select body::jsonb -> 'data' as data from webhook_deliveries where tenant_id = $1`,
      [tenant.tenantId],
    );
  async function expectLoss(integrationId: string): Promise<void> {
    const [integration] = await tenant.admin.rest<object[]>('/api/org/integrations');
    expect(integration).toMatchObject({ status: 'error', error: { code: 'UNAVAILABLE' } });
    expect(JSON.stringify(integration)).not.toContain(TOKEN);
    expect(await notices()).toMatchObject([
      { data: { integration_id: integrationId, type: 'github', new_status: 'error' } },
    ]);
  }
});
