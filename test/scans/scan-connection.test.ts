import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../src/connectors/connector.js';
import { connect, type ScanStatusBody, triggerScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { createWebhook } from '../webhooks/webhooks.js';
import { finding } from './tiny-catalogue.js';
import { Cloud, Worker, type Collect } from './worker.js';

const MESSAGE = 'the account refuses our role';
const FINDING = finding('example', 'fail', 'r1', { requirements: [{ framework: 'SOC2', id: 'CC6.1' }] });

const lost: Collect = async function* () {
  yield { kind: 'finding', finding: FINDING };
  throw new ConnectionLost(MESSAGE);
};
const whole: Collect = async function* () {
  yield { kind: 'finding', finding: FINDING };
};

describe('a scan of an integration whose connection is lost', () => {
  let service: TestService;
  let tenant: TestTenant;
  let integrationId: string;
  let tenants = 0;
  const workers: Worker[] = [];

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    tenant = await service.addTenant(`Loser${(tenants += 1)}`, 'ENTERPRISE');
    integrationId = await connect(tenant.admin, 'demo');
    await createWebhook(tenant.admin, 'https://receiver.invalid/', ['integration.disconnected']);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.close();
  });

  async function scan(collect: Collect, whileItRuns: () => Promise<void> = async () => undefined): Promise<string> {
    const id = await triggerScan(tenant.member);
    const cloud = new Cloud(async function* (ctx) {
      await whileItRuns();
      yield* collect(ctx);
    });
    const worker = await Worker.open(service, cloud);
    workers.push(worker);
    await worker.run(tenant.tenantId, id);
    return id;
  }

  const integration = async () => (await tenant.admin.rest<unknown[]>('/api/org/integrations'))[0];
  const publishedEvents = () =>
    service.database.query<{ event: string; data: unknown }>(
      `select event, body::jsonb -> 'data' as data from webhook_deliveries where tenant_id = $1`,
      [tenant.tenantId],
    );

  it('fails with the reason, sets the integration to error, and notifies webhooks', async () => {
    const id = await scan(lost);
    const error = { code: 'UNAVAILABLE', message: MESSAGE };
    expect(await tenant.member.rest<ScanStatusBody>(`/api/scans/${id}`)).toMatchObject({
      status: 'failed',
      failure_reason: error,
    });
    expect(await integration()).toMatchObject({ id: integrationId, status: 'error', error });
    expect(await publishedEvents()).toEqual([
      {
        event: 'integration.disconnected',
        data: {
          integration_id: integrationId,
          type: 'demo',
          previous_status: 'connected',
          new_status: 'error',
          error,
        },
      },
    ]);
    const trail = await service.database.query(
      `select actor_type, before, after from audit_log where resource_id = $1 and action = 'integration.connection_lost'`,
      [integrationId],
    );
    expect(trail).toEqual([
      { actor_type: 'system', before: { status: 'connected' }, after: { status: 'error', error } },
    ]);
  });

  it('publishes no event for an integration that an admin disconnects meanwhile', async () => {
    await scan(lost, async () => {
      await tenant.admin.data(
        'mutation ($i: ID!) { disconnectIntegration(input: { integrationId: $i }) { integration { id } } }',
        { i: integrationId },
      );
    });
    expect(await integration()).toMatchObject({ status: 'disconnected', error: null });
    expect(await publishedEvents()).toEqual([]);
  });

  it('clears the error when a scan that was under way reads the integration to its end', async () => {
    await scan(whole, async () => {
      await service.database.query(`update integrations set status = 'error', error = '{"code":"X","message":"y"}'`);
    });
    expect(await integration()).toMatchObject({ status: 'connected', error: null });
    expect(await publishedEvents()).toEqual([]);
  });
});
