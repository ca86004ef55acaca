import { afterAll, beforeAll, expect, it } from 'vitest';
import { Migration20261123130000_findings as Findings } from '../../schema/migrations/Migration20261123130000_findings.js';
import { Migration20261129000001_failing_of_resources as Failing } from '../../schema/migrations/Migration20261129000001_failing_of_resources.js';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { allFindings, briefly } from './findings.js';

const TABLES = ['findings', 'finding_counts', 'finding_scans', 'finding_checks', 'resources', 'finding_arrivals'];
const RULE = AUDIT_TRAIL.prowler;
const of = (status: ProwlerFinding['status'], resource: string | null, rule = RULE, text = 'One.') => ({
  rule,
  status,
  resource,
  text,
});

let service: TestService;
const tenants: TestTenant[] = [];
beforeAll(async () => {
  service = await startService();
  for (const name of ['Former', 'Another']) tenants.push(await service.addTenant(name, 'ENTERPRISE'));
});
afterAll(() => service.stop());

/** What fails now, as anybody can name it: numbers are those of the migration. */
const failing = () =>
  service.database.query<Record<string, unknown>>(
    `select f.tenant_id, f.integration_id, i.status as integration, r.account, r.resource_id, r.name, r.type, r.region, c.scanner,
       c.rule_id, c.check_id, c.title, c.control_nos, f.copy_no, f.severity, f.status, f.summary
     from findings f
     join resources r on r.tenant_id = f.tenant_id and r.resource_no = f.resource_no
     join finding_checks c on c.tenant_id = f.tenant_id and c.check_no = f.check_no
     join integrations i on i.tenant_id = f.tenant_id and i.id = f.integration_id
     where f.until_scan is null and f.status = 'fail' and i.status <> 'disconnected'
     order by f.tenant_id, f.integration_id, r.account, r.resource_id, c.scanner, c.rule_id, f.copy_no`,
  );

it('fills what fails now from the scans that are stored, and the next scan goes on from there', async () => {
  const [tenant, other] = tenants as [TestTenant, TestTenant];
  const integration = await connect(tenant.admin, 'prowler');
  const left = await connect(tenant.admin, 'prowler');
  await runImport(tenant.admin, left, prowlerReport([of('FAIL', 'of-one-that-left')]));
  await tenant.admin.data(
    'mutation ($input: DisconnectIntegrationInput!) { disconnectIntegration(input: $input) { integration { id } } }',
    { input: { integrationId: left } },
  );
  await runImport(tenant.admin, integration, prowlerReport([of('FAIL', 'gone')]));
  const last = await runImport(
    tenant.admin,
    integration,
    prowlerReport([
      of('FAIL', 'r-1', RULE, 'Two.'),
      of('FAIL', 'r-1'),
      of('PASS', 'r-2'),
      of('FAIL', null),
      of('FAIL', 'r-1', 'a_rule_of_nobody'),
    ]),
  );
  await connect(other.admin, 'demo');
  await runScan(other.member);
  const expected = await failing();
  expect(expected.filter(({ tenant_id: id }) => id === tenant.tenantId)).toHaveLength(4);
  expect(expected.filter(({ tenant_id: id }) => id === other.tenantId).length).toBeGreaterThan(10);

  // As it was before the migration: without the tables, which the service may use again after it.
  const migration = new Findings(...([] as unknown as ConstructorParameters<typeof Findings>));
  migration.up();
  const queries = migration.getQueries().filter((query) => typeof query === 'string');
  const fill = queries.slice(queries.findIndex((query) => query.includes('no force row level security')));
  for (const table of TABLES) await service.database.query(`delete from ${table}`);
  for (const query of fill) await service.database.query(query);

  expect(await failing()).toEqual(expected);
  expect(briefly(await allFindings(tenant.member)).toSorted()).toEqual(['fail -', 'fail r-1', 'fail r-1', 'fail r-1']);
  expect((await tenant.member.get(`/api/scans/${last.id}/findings`)).status).toBe(409);
  const wrong = await service.database.query(
    `select from finding_counts full join (
       select tenant_id, integration_id, check_no, status, severity, count(*)::int as recounted from findings
       where until_scan is null group by 1, 2, 3, 4, 5
     ) rows using (tenant_id, integration_id, check_no, status, severity)
     where findings is distinct from recounted`,
  );
  expect(wrong).toEqual([]);
  const unbound = await service.database.query(
    `select relname from pg_class where relname = any($1) and not (relrowsecurity and relforcerowsecurity)`,
    [TABLES],
  );
  expect(unbound).toEqual([]);

  const next = await runImport(tenant.admin, integration, prowlerReport([of('FAIL', 'r-1'), of('PASS', 'r-2')]));
  expect(briefly(await allFindings(tenant.member)).toSorted()).toEqual(['fail r-1', 'pass r-2']);
  expect(briefly(await allFindings(tenant.member, { scanId: next.id })).toSorted()).toEqual(['fail r-1', 'pass r-2']);
});

it('counts what fails on each resource that is there', async () => {
  const [tenant] = tenants as [TestTenant];
  const integration = await connect(tenant.admin, 'prowler');
  const report = [of('FAIL', 'f-1'), of('FAIL', 'f-1', 'a_rule_of_nobody'), of('FAIL', 'f-2'), of('PASS', 'f-3')];
  await runImport(tenant.admin, integration, prowlerReport([...report, of('FAIL', 'f-4')]));
  await runImport(tenant.admin, integration, prowlerReport(report));
  await service.database.query('update resources set failing = 0');
  const { batch } = new Failing(...([] as unknown as ConstructorParameters<typeof Failing>));
  await service.database.query(batch, [tenant.tenantId, null]);
  expect(
    await service.database.query(
      `select resource_id, failing from resources where integration_id = $1 order by resource_id`,
      [integration],
    ),
  ).toEqual([
    { resource_id: 'f-1', failing: 2 },
    { resource_id: 'f-2', failing: 1 },
    { resource_id: 'f-3', failing: 0 },
    { resource_id: 'f-4', failing: 0 },
  ]);
});

it('counts again after a scan that a process of an earlier release stored', async () => {
  const [tenant] = tenants as [TestTenant];
  const integration = await connect(tenant.admin, 'prowler');
  const report = prowlerReport([of('FAIL', 'e-1'), of('FAIL', 'e-1', 'a_rule_of_nobody'), of('PASS', 'e-2')]);
  await runImport(tenant.admin, integration, report);
  // What such a process leaves: findings without the count, and a scan with the default of the column that it does not know.
  await service.database.query('update resources set failing = 7 where integration_id = $1', [integration]);
  await service.database.query('update finding_scans set counts_failing = default where integration_id = $1', [
    integration,
  ]);
  await runImport(tenant.admin, integration, report);
  expect(
    await service.database.query(
      'select resource_id, failing from resources where integration_id = $1 order by resource_id',
      [integration],
    ),
  ).toEqual([
    { resource_id: 'e-1', failing: 2 },
    { resource_id: 'e-2', failing: 0 },
  ]);
});
