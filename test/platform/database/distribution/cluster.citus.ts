import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf } from '../../../../src/platform/database/distribution/table-kinds.js';
import { serviceUrlOf } from '../../../../src/platform/database/service-role.js';
import { catalogueOfOneSystem, contentOfOneSystem } from '../../../catalogue/content-of-one-system.js';
import { auditTrail, consoleMfa, prowlerReport } from '../../../integrations/reports.js';
import { eventually } from '../../../support/eventually.js';
import { connect, resultsOf, runImport, runScan } from '../../../support/scans.js';
import { startService, type TestService, type TestTenant } from '../../../support/service.js';
import { assess } from '../../../ucf/assessments.js';
import { answers, Receiver } from '../../../webhooks/receiver.js';
import { createWebhook } from '../../../webhooks/webhooks.js';
import { createClusterDatabase, type ClusterDatabase } from './cluster.js';

/** Longest time until a delivery without a notification: that of an idle delivery worker between two looks, and some. */
const DELIVERED_MS_MAX = 30_000;

describe('a service on a Citus cluster', () => {
  let database: ClusterDatabase;
  let service: TestService;
  let receiver: Receiver;

  beforeAll(async () => {
    database = await createClusterDatabase();
    service = await startService({
      database,
      content: contentOfOneSystem(),
      settings: { allowsPrivateWebhooks: true },
    });
    receiver = await Receiver.start(answers(204));
  });
  afterAll(async () => {
    await receiver.close();
    await service.stop();
  });

  /** Of the two controls that the report decides. */
  const decided = async ({ member }: TestTenant, scanId: string) => {
    const results = await resultsOf(member, scanId);
    const wanted = results.filter(({ control_id: id }) => ['10.2.1.6', '8.4.3'].includes(id));
    return Object.fromEntries(wanted.map(({ control_id: id, status }) => [id, status]));
  };
  const shown = async (url: string, tenantId: string | null, text: string) => {
    const client = new Client({ connectionString: serviceUrlOf(url, service.config.secretKey) });
    await client.connect();
    try {
      await client.query(`begin; set local citus.propagate_set_commands = 'local'`);
      if (tenantId !== null) await client.query(`set local app.tenant_id = '${tenantId}'`);
      return (await client.query<{ tenant_id: string }>(text)).rows.map((row) => row.tenant_id);
    } finally {
      await client.end();
    }
  };

  it('has each table as it is declared', async () => {
    const rows = await database.query<{ table: string; kind: string }>(
      `select table_name::text as table, citus_table_type as kind from citus_tables where citus_table_type <> 'local'`,
    );
    expect(rows.filter(({ table, kind }) => kindOf(table) !== kind)).toEqual([]);
    expect(rows.length).toBeGreaterThan(70);
  });

  it('decides by a report, records an assessment with what it passes on, and delivers the events', async () => {
    const { a } = service;
    await createWebhook(a.admin, receiver.url, ['scan.completed', 'compliance.score_changed']);
    const integrationId = await connect(a.admin, 'prowler');
    const scan = await runImport(a.admin, integrationId, prowlerReport([auditTrail('FAIL'), ...consoleMfa('PASS')]));
    expect(scan.status).toBe('completed');
    expect(await decided(a, scan.id)).toEqual({ '10.2.1.6': 'fail', '8.4.3': 'pass' });
    const again = prowlerReport([auditTrail('PASS'), ...consoleMfa('FAIL')]);
    await runImport(a.admin, integrationId, again);
    const universalControl = catalogueOfOneSystem().universalControls.find(({ mappings }) => mappings.length > 3);
    const assessment = await assess(a.admin, universalControl?.id ?? '', 'compliant', { details: 'seen' });
    expect(assessment.propagated_controls.length).toBeGreaterThan(0);
    const wanted = ['scan.completed', 'compliance.score_changed'];
    const events = () => receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event);
    await eventually(async () => (wanted.every((event) => events().includes(event)) ? true : null), DELIVERED_MS_MAX);
  });

  it('shows nothing of it to another organization, whose own report it decides', async () => {
    const { b } = service;
    expect(await b.admin.rest<object[]>('/api/org/integrations')).toEqual([]);
    expect(await b.admin.rest<object[]>('/api/scans')).toEqual([]);
    const integrationId = await connect(b.admin, 'prowler');
    await runImport(b.admin, integrationId, prowlerReport([auditTrail('PASS'), ...consoleMfa('FAIL')]));
    expect(await decided(b, (await runScan(b.member)).id)).toEqual({ '10.2.1.6': 'pass', '8.4.3': 'fail' });
  });

  it('numbers the ledger and the events in one place, so that their order is that of the changes', async () => {
    const { a } = service;
    const rows = await database.query<{ last: number; count: number }>(
      `select max(sequence)::float8 as last, count(*)::int as count from status_ledger where tenant_id = $1
       union all select max(sequence)::float8, count(*)::int from outbox where tenant_id = $1`,
      [a.tenantId],
    );
    expect(rows.every(({ count }) => count > 0)).toBe(true);
    // Those of a worker begin at its number times 2 ** 48.
    expect(rows.filter(({ last }) => last >= 2 ** 48)).toEqual([]);
  });

  it('has the rows of an organization on one worker', async () => {
    const nodes = await database.query<{ nodes: number }>(
      `select count(distinct p.nodeport)::int as nodes from citus_tables t
       join pg_dist_shard_placement p on p.shardid = get_shard_id_for_distribution_column(t.table_name, $1::uuid)
       where t.citus_table_type = 'distributed'`,
      [service.a.tenantId],
    );
    expect(nodes).toEqual([{ nodes: 1 }]);
  });

  it('shows the service role on every node the rows of its scope alone', async () => {
    const { a, b } = service;
    for (const url of [database.url, ...database.workers]) {
      const all = 'select distinct tenant_id from scans order by 1';
      expect([url, await shown(url, null, all)]).toEqual([url, []]);
      expect([url, await shown(url, a.tenantId, all)]).toEqual([url, [a.tenantId]]);
      expect([
        url,
        await shown(url, a.tenantId, `select tenant_id from scans where tenant_id = '${b.tenantId}'`),
      ]).toEqual([url, []]);
    }
  });

  it('refuses to change a row of another organization', async () => {
    const { a, b } = service;
    const change = `insert into tenant_quotas (tenant_id, quota, window_ends_at, used) values ('${b.tenantId}', 'x', now(), 1)`;
    await expect(shown(database.url, a.tenantId, change)).rejects.toThrow('violates row-level security policy');
  });
});
