import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCANS_AT_ONCE } from '../../src/modules/scans/scan-states.js';
import { dueScans } from '../../src/modules/scans/scan-queue.sql.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { SilentServer } from '../support/silent-server.js';
import { connect, finished, triggerScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { gatedCloud, Worker } from './worker.js';

describe('four slow integrations of one organization', () => {
  let service: TestService;
  let silent: SilentServer;

  beforeAll(async () => {
    silent = await SilentServer.start();
    service = await startService({
      settings: { aws: { endpoint: `http://localhost:${silent.port}`, lendsOwnCredentials: false, principal: null } },
    });
  });
  afterAll(async () => {
    await service.stop();
    silent.close();
  });

  /** Connects systems that answer nothing from now on. @returns their types */
  const connectSlow = async ({ admin, tenantId }: TestTenant): Promise<string[]> => {
    const address = `http://127.0.0.1:${silent.port}`;
    const slow = {
      aws: { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: 'x'.repeat(40) },
      github: { organization: 'acme', token: 'github_pat_of_the_test', base_url: address },
      kubernetes: { server: `https://127.0.0.1:${silent.port}`, token: 'a-token', cluster_name: 'edge' },
      postgresql: { host: '127.0.0.1', port: silent.port, database: 'db', user: 'auditor', password: 'secret' },
    };
    silent.hangsUp = true;
    for (const [type, config] of Object.entries(slow)) await connectWith(admin, type, config);
    silent.hangsUp = false;
    // As if each had answered when it was connected and has fallen silent since: a scan leaves out what its test did not reach.
    await service.database.query(`update integrations set status = 'connected', error = null where tenant_id = $1`, [
      tenantId,
    ]);
    return Object.keys(slow);
  };

  const scanEach = async ({ admin }: TestTenant, types: readonly string[]): Promise<string[]> => {
    const scans: string[] = [];
    for (const type of types) scans.push(await triggerScan(admin, { integration_types: [type] }));
    return scans;
  };

  const cancel = ({ admin }: TestTenant, scans: readonly string[]) =>
    Promise.all(scans.map((id) => admin.post(`/api/scans/${id}/cancel`)));

  it('leave slots for others: a scan of another organization starts and ends while they run', async () => {
    const scans = await scanEach(service.a, await connectSlow(service.a));
    await eventually(async () => (silent.connections > 0 && (await runningOf(service.a)) > 0 ? true : null));

    await connect(service.b.admin, 'demo');
    const scanId = await triggerScan(service.b.admin);
    expect((await finished(service.b.admin, scanId)).status).toBe('completed');
    // It starts at once; the bound is for a busy machine, and far below the minute that a silent system has for one call.
    expect(await waitOf(scanId)).toBeLessThan(15);
    const held = await runningOf(service.a);
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThanOrEqual(SCANS_AT_ONCE / 2);
    await cancel(service.a, scans);
  });

  it('give a slot back to a third organization where two hold two each', async () => {
    const [c, d] = [await service.addTenant('Gamma', 'ENTERPRISE'), await service.addTenant('Delta', 'ENTERPRISE')];
    const [ofC, ofD] = [await connectSlow(c), await connectSlow(d)];
    const scans = { c: await scanEach(c, ofC.slice(0, 2)), d: await scanEach(d, ofD.slice(0, 2)) };
    const full = { c: 2, d: 2 };
    await eventually(async () => {
      const held = { c: await runningOf(c), d: await runningOf(d) };
      return held.c === full.c && held.d === full.d ? true : null;
    });

    const scanId = await triggerScan(service.b.admin);
    expect((await finished(service.b.admin, scanId)).status).toBe('completed');
    // A heartbeat and two seconds; the bound is for a busy machine, and far below the minute of a silent system.
    expect(await waitOf(scanId)).toBeLessThan(30);
    // What was stopped is queued again, and used none of its attempts.
    const [stopped] = await service.database.query<{ attempts: number; status: string }>(
      `select attempts, status from scans where id = any($1) and started_at is not null order by lease_number desc limit 1`,
      [[...scans.c, ...scans.d]],
    );
    expect(stopped?.attempts).toBeLessThanOrEqual(1);
    expect(['queued', 'running']).toContain(stopped?.status);
    await cancel(c, scans.c);
    await cancel(d, scans.d);
  });

  /** How long a scan waited for its start. Seconds. */
  const waitOf = async (scanId: string): Promise<number> => {
    const [row] = await service.database.query<{ seconds: number }>(
      'select extract(epoch from started_at - created_at)::float8 as seconds from scans where id = $1',
      [scanId],
    );
    return row?.seconds ?? Infinity;
  };

  const runningOf = async ({ tenantId }: TestTenant): Promise<number> => {
    const [row] = await service.database.query<{ count: number }>(
      `select count(*)::int from scans where tenant_id = $1 and status = 'running'`,
      [tenantId],
    );
    return row?.count ?? 0;
  };
});

async function connectWith(admin: Client, type: string, config: Record<string, unknown>): Promise<void> {
  await admin.data(
    'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { integration { id } } }',
    { input: { type, name: `Slow ${type}`, config } },
  );
}

describe('the slots of a process', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
  });
  afterAll(() => service.stop());

  it('are at most two for one organization while no other waits, and one while another does', async () => {
    const { a, b } = service;
    const gate = gatedCloud([]);
    const worker = await Worker.open(service, gate.cloud);
    const scans: string[] = [];
    for (const sequence of [1, 2, 3]) scans.push(await queued(a, sequence, await connect(a.admin, 'demo')));
    const others = await queued(b, 1, await connect(b.admin, 'demo'));
    const run = (tenant: TestTenant, scanId: string) => worker.run(tenant.tenantId, scanId);

    const first = run(a, scans[0] ?? '');
    await gate.entered;
    expect(await run(a, scans[1] ?? '')).toBe(false);
    const other = run(b, others);
    await eventually(async () => (gate.cloud.begun === 2 ? true : null));
    const second = run(a, scans[1] ?? '');
    await eventually(async () => (gate.cloud.begun === 3 ? true : null));
    expect(await run(a, scans[2] ?? '')).toBe(false);
    gate.open();
    expect(await Promise.all([first, second, other])).toEqual([true, true, true]);
    expect(await run(a, scans[2] ?? '')).toBe(true);
    await worker.close();
  });

  it('go to every organization in turn: a hundred waiting scans of one do not hide that of another', async () => {
    const { a, b } = service;
    for (let sequence = 100; sequence < 220; sequence += 1) await queued(a, sequence);
    const last = await queued(b, 100);
    const { database } = service.app;
    const due = await database.within({ kind: 'system' }, () => dueScans.all(database.fork(), { now: new Date() }));
    expect(due.map(({ id }) => id).indexOf(last)).toBeGreaterThanOrEqual(0);
    expect(due.map(({ id }) => id).indexOf(last)).toBeLessThan(2);
  });

  /** Queues a scan of one integration, by default of one that is gone. @returns its id */
  const queued = async (
    { tenantId }: TestTenant,
    sequence: number,
    integrationId: string = randomUUID(),
  ): Promise<string> => {
    const [row] = await service.database.query<{ id: string }>(
      `insert into scans
         (id, tenant_id, sequence, status, integration_ids, frameworks, catalogue_version, total_controls, progress)
       values (gen_random_uuid(), $1, $2, 'queued', array[$3::uuid], '{soc2}', 'test', 0,
         '{"percent": 0, "controlsDone": 0, "controlsTotal": 0, "currentIntegration": null, "findings": 0}')
       returning id`,
      [tenantId, sequence, integrationId],
    );
    return row?.id ?? '';
  };
});
