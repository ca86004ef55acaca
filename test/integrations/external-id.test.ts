import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService, type TestTenant } from '../support/service.js';

const KINDS = '{ integrationKinds { type settings permissions { text } } }';
const CONNECT =
  'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { integration { id config } } }';
const UPDATE =
  'mutation ($input: UpdateIntegrationInput!) { updateIntegration(input: $input) { integration { id config } } }';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ROLE = 'arn:aws:iam::123456789012:role/crosswalk';
const KEYS = { access_key_id: 'AKIAEXAMPLEEXAMPLE00', secret_access_key: 'a secret of the tests' };

interface Kind {
  type: string;
  settings: { properties: Record<string, { readOnly?: boolean; const?: string }> };
  permissions: { text: string }[];
}

describe('the external id of AWS', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  async function offered({ admin }: TestTenant): Promise<{ id: string; texts: string }> {
    const { integrationKinds } = await admin.data<{ integrationKinds: Kind[] }>(KINDS);
    const aws = integrationKinds.find(({ type }) => type === 'aws');
    const texts = integrationKinds.flatMap(({ permissions }) => permissions.map(({ text }) => text)).join('\n');
    expect(aws?.settings.properties.external_id?.readOnly).toBe(true);
    return { id: aws?.settings.properties.external_id?.const ?? '', texts };
  }
  async function connect({ admin }: TestTenant, config: Record<string, unknown>) {
    const { connectIntegration } = await admin.data<{
      connectIntegration: { integration: { id: string; config: Record<string, unknown> } };
    }>(CONNECT, { input: { type: 'aws', name: 'AWS', config } });
    return connectIntegration.integration;
  }
  const update = ({ admin }: TestTenant, integrationId: string, config: Record<string, unknown>) =>
    admin.graphql(UPDATE, { input: { integrationId, config } });
  const storedId = async (id: string) => {
    const [row] = await service.database.query<{ external_id: string | null }>(
      `select config ->> 'external_id' as external_id from integrations where id = $1`,
      [id],
    );
    return row?.external_id ?? null;
  };

  it('is random, the same for one organization, and another for every other', async () => {
    const [a, b] = [await offered(service.a), await offered(service.b)];
    expect(a.id).toMatch(UUID);
    expect(b.id).toMatch(UUID);
    expect(a.id).not.toBe(b.id);
    expect((await offered(service.a)).id).toBe(a.id);
  });

  it('stands in the trust policy that is shown', async () => {
    const { id, texts } = await offered(service.a);
    expect(texts).toContain(`"sts:ExternalId": "${id}"`);
    expect(texts).not.toContain('<EXTERNAL_ID>');
  });

  it('is used with every role, and absent without one', async () => {
    const { id } = await offered(service.a);
    expect((await connect(service.a, { ...KEYS, role_arn: ROLE })).config.external_id).toBe(id);
    expect((await connect(service.a, { ...KEYS, role_arn: ROLE, external_id: id })).config.external_id).toBe(id);
    const members = { ...KEYS, member_accounts: ['222233334444'], member_role: 'CrosswalkScan' };
    expect((await connect(service.a, members)).config.external_id).toBe(id);
    expect((await connect(service.a, KEYS)).config.external_id ?? null).toBeNull();
  });

  it('cannot be chosen, neither freely nor as that of another organization', async () => {
    const { id: anothers } = await offered(service.b);
    for (const chosen of ['tenant-0001', anothers]) {
      const { body } = await service.a.admin.graphql(CONNECT, {
        input: { type: 'aws', name: 'AWS', config: { ...KEYS, role_arn: ROLE, external_id: chosen } },
      });
      expect(body).toMatchObject({
        errors: [{ extensions: { code: 'VALIDATION_FAILED', details: [{ field: '/config/external_id' }] } }],
      });
    }
    const { id } = await connect(service.a, { ...KEYS, role_arn: ROLE });
    expect((await update(service.a, id, { ...KEYS, external_id: anothers })).text).toContain('VALIDATION_FAILED');
  });

  it('of an integration from before stays with its role, and is replaced with a new role or on demand', async () => {
    const { id: ours } = await offered(service.a);
    const { id } = await connect(service.a, { ...KEYS, role_arn: ROLE });
    const before = () =>
      service.database.query(
        `update integrations set config = jsonb_set(config::jsonb, '{external_id}', '"chosen-once"') where id = $1`,
        [id],
      );
    await before();
    await update(service.a, id, { regions: ['eu-central-1'] });
    expect(await storedId(id)).toBe('chosen-once');
    expect((await update(service.a, id, { role_arn: `${ROLE}-2` })).text).toContain('must be given again');
    expect(await storedId(id)).toBe('chosen-once');
    await update(service.a, id, { ...KEYS, role_arn: `${ROLE}-2` });
    expect(await storedId(id)).toBe(ours);
    await before();
    await update(service.a, id, { ...KEYS, external_id: null });
    expect(await storedId(id)).toBe(ours);
  });
});
