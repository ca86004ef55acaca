import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

const TEST =
  'mutation ($i: TestIntegrationInput!) { testIntegration(input: $i) { problems integration { status error { code } } } }';
const UPDATE =
  'mutation ($i: UpdateIntegrationInput!) { updateIntegration(input: $i) { integration { id name status } } }';
const DISCONNECT =
  'mutation ($i: DisconnectIntegrationInput!) { disconnectIntegration(input: $i) { integration { id } } }';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const actions = async (id: string) =>
  (
    await service.database.query<{ action: string }>(
      'select action from audit_log where resource_id = $1 order by sequence',
      [id],
    )
  ).map(({ action }) => action);

describe('testIntegration', () => {
  it('returns no problems for an integration that can be scanned', async () => {
    const integrationId = await connect(service.a.admin, 'demo');
    const answer = await service.a.admin.data(TEST, { i: { integrationId } });
    expect(answer).toEqual({
      testIntegration: { problems: [], integration: { status: 'connected', error: null } },
    });
  });

  it('records whom it reached, until the settings are others', async () => {
    const IDENTITY = 'query ($id: ID!) { integration(id: $id) { identity { facts { kind value } foundAt } } }';
    interface Identified {
      integration: { identity: { facts: object[]; foundAt: string } | null };
    }
    const identityOf = async (id: string) =>
      (await service.a.admin.data<Identified>(IDENTITY, { id })).integration.identity;
    const integrationId = await connect(service.a.admin, 'demo');
    const facts = [{ kind: 'organization', value: 'Northwind Clinics, which is made up' }];
    const connected = await identityOf(integrationId);
    expect(connected?.facts).toEqual(facts);
    const rest = await service.a.admin.rest<{ identity: object }>(`/api/org/integrations/${integrationId}`);
    expect(rest.identity).toEqual({ facts, found_at: connected?.foundAt });
    await service.a.admin.data(UPDATE, { i: { integrationId, name: 'Another name' } });
    expect((await identityOf(integrationId))?.facts).toEqual(facts);
    await service.a.admin.data(UPDATE, { i: { integrationId, config: {} } });
    expect(await identityOf(integrationId)).toBeNull();
    await service.a.admin.data(TEST, { i: { integrationId } });
    const again = await identityOf(integrationId);
    expect(again?.facts).toEqual(facts);
    expect(Date.parse(again?.foundAt ?? '')).toBeGreaterThanOrEqual(Date.parse(connected?.foundAt ?? ''));
    expect(await identityOf(await connect(service.a.admin, 'prowler'))).toBeNull();
  });

  it('reports that a scanner has sent no report yet', async () => {
    const integrationId = await connect(service.a.admin, 'prowler');
    const answer = await service.a.admin.data<{ testIntegration: { problems: string[] } }>(TEST, {
      i: { integrationId },
    });
    expect(answer.testIntegration.problems).toEqual(['No report has been imported yet.']);
  });

  it('reconnects an integration in error without problems, and records that in the audit trail', async () => {
    const integrationId = await connect(service.a.admin, 'demo');
    await service.database.query(
      `update integrations set status = 'error', error = '{"code":"UNAVAILABLE","message":"away"}' where id = $1`,
      [integrationId],
    );
    expect(await service.a.admin.data(TEST, { i: { integrationId } })).toEqual({
      testIntegration: { problems: [], integration: { status: 'connected', error: null } },
    });
    expect(await actions(integrationId)).toEqual(['integration.connected', 'integration.reconnected']);
  });

  it('refuses a disconnected integration', async () => {
    const integrationId = await connect(service.a.admin, 'demo');
    await service.a.admin.data(DISCONNECT, { i: { integrationId } });
    const { body } = await service.a.admin.graphql(TEST, { i: { integrationId } });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
  });
});

describe('updateIntegration', () => {
  it('renames it, and records that once', async () => {
    const integrationId = await connect(service.a.admin, 'demo');
    const rename = () => service.a.admin.data(UPDATE, { i: { integrationId, name: ' Production ' } });
    expect(await rename()).toMatchObject({
      updateIntegration: { integration: { name: 'Production', status: 'connected' } },
    });
    await rename();
    expect(await actions(integrationId)).toEqual(['integration.connected', 'integration.updated']);
  });

  it('returns VALIDATION_FAILED with the names of unknown settings', async () => {
    const integrationId = await connect(service.a.admin, 'demo');
    const { body } = await service.a.admin.graphql(UPDATE, { i: { integrationId, config: { region: 'eu' } } });
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', details: [{ field: '/config/region' }] } }],
    });
  });
});
