import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { openHousekeeping, type Housekeeping } from '../storage/housekeeping.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { allFindings, type FindingBody } from './findings.js';

const KNOWN = AUDIT_TRAIL.prowler;
const UNKNOWN = 'a_rule_of_nobody';
const of = (rule: string, status: ProwlerFinding['status'], resource: string | null, text = 'One.') => ({
  rule,
  status,
  resource,
  text,
});

/** What each report of one integration says, in their order. */
const REPORTS: Readonly<Record<string, ProwlerFinding[]>> = {
  'the first': [of(KNOWN, 'FAIL', 'r-1'), of(KNOWN, 'PASS', 'r-2'), of(UNKNOWN, 'FAIL', 'r-1')],
  'the same': [of(KNOWN, 'FAIL', 'r-1'), of(KNOWN, 'PASS', 'r-2'), of(UNKNOWN, 'FAIL', 'r-1')],
  'another text': [of(KNOWN, 'FAIL', 'r-1', 'Two.'), of(KNOWN, 'PASS', 'r-2'), of(UNKNOWN, 'FAIL', 'r-1')],
  copies: [
    of(KNOWN, 'PASS', 'r-1'),
    of(KNOWN, 'FAIL', 'r-1', 'Three.'),
    of(KNOWN, 'FAIL', 'r-1', 'Two.'),
    of(KNOWN, 'FAIL', 'r-3'),
    of(UNKNOWN, 'PASS', null),
  ],
  'a copy less': [of(KNOWN, 'PASS', 'r-1'), of(KNOWN, 'FAIL', 'r-1', 'Three.'), of(UNKNOWN, 'PASS', null)],
  'what has no verdict': [of(KNOWN, 'MANUAL', 'r-1'), of(UNKNOWN, 'PASS', 'r-9')],
  'nothing that was': [of(UNKNOWN, 'FAIL', 'r-10'), of(UNKNOWN, 'FAIL', 'r-10')],
  'what was at first': [of(KNOWN, 'FAIL', 'r-1'), of(KNOWN, 'PASS', 'r-2'), of(UNKNOWN, 'FAIL', 'r-1')],
};
const STATUS = { FAIL: 'fail', PASS: 'pass', MANUAL: 'unknown' } as const;

const said = (report: readonly ProwlerFinding[]) =>
  report
    .map(({ rule, status, resource, text }) => `${rule} ${STATUS[status]} ${resource ?? '-'} ${text ?? ''}`)
    .toSorted();
const listed = (findings: readonly FindingBody[]) =>
  findings
    .map(({ ruleId, status, resourceId, summary }) => `${ruleId} ${status} ${resourceId ?? '-'} ${summary}`)
    .toSorted();

describe('the history of findings', () => {
  let service: TestService;
  let keeping: Housekeeping;
  let tenant: TestTenant;
  /** What a report said, by the id of its scan. */
  const reports = new Map<string, readonly ProwlerFinding[]>();

  beforeAll(async () => {
    service = await startService();
    keeping = await openHousekeeping(service);
    tenant = await service.addTenant('Historian', 'ENTERPRISE');
  });
  afterAll(async () => {
    await keeping.close();
    await service.stop();
  });

  const counts = () =>
    service.database.query<{ findings: number }>(
      `select integration_id, check_no, status, severity, findings from finding_counts where tenant_id = $1 order by 1, 2, 3, 4`,
      [tenant.tenantId],
    );
  const recounted = () =>
    service.database.query<{ findings: number }>(
      `select integration_id, check_no, status, severity, count(*)::int as findings from findings
       where tenant_id = $1 and until_scan is null group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
      [tenant.tenantId],
    );
  const wronglyFailing = () =>
    service.database.query(
      `select resource_id, failing from resources r where tenant_id = $1 and failing is distinct from (
         select count(*) from findings f
         where f.tenant_id = r.tenant_id and f.resource_no = r.resource_no and f.until_scan is null and f.status = 'fail')`,
      [tenant.tenantId],
    );
  const expectRightCounts = async () => {
    expect((await counts()).length).toBeGreaterThan(0);
    expect(await counts()).toEqual(await recounted());
    expect(await wronglyFailing()).toEqual([]);
  };
  const asOf = async (scanId: string) => listed(await allFindings(tenant.member, { scanId }));
  const feed = async (integration: string, report: readonly ProwlerFinding[]) => {
    const { id, status } = await runImport(tenant.admin, integration, prowlerReport([...report]));
    expect(status).toBe('completed');
    reports.set(id, report);
    return id;
  };
  const disconnect = (integrationId: string) =>
    tenant.admin.data(
      'mutation ($input: DisconnectIntegrationInput!) { disconnectIntegration(input: $input) { integration { id } } }',
      { input: { integrationId } },
    );
  const closedRows = () =>
    service.database.query<{ since: number }>(
      'select since_scan as since from findings where tenant_id = $1 and until_scan is not null',
      [tenant.tenantId],
    );
  const currentRows = () =>
    service.database.query(
      'select * from findings where tenant_id = $1 and until_scan is null order by resource_no, check_no, copy_no',
      [tenant.tenantId],
    );

  it('has the counts of its rows after every scan, whatever appears, changes and goes', async () => {
    await connect(tenant.admin, 'demo');
    const former = await connect(tenant.admin, 'prowler');
    for (const report of Object.values(REPORTS)) {
      await feed(former, report);
      await expectRightCounts();
    }
    await disconnect(former);
    await expectRightCounts();
    const again = await connect(tenant.admin, 'prowler');
    for (const report of Object.values(REPORTS).toReversed()) {
      await feed(again, report);
      await expectRightCounts();
    }
    await runScan(tenant.member);
    await expectRightCounts();
    await runScan(tenant.member);
    await expectRightCounts();
  });

  it('shows of every scan what its report said', async () => {
    expect(reports.size).toBe(2 * Object.keys(REPORTS).length);
    for (const [scanId, report] of reports) expect(await asOf(scanId)).toEqual(said(report));
  });

  it('adds up to the counts over the pages of every status', async () => {
    for (const status of ['fail', 'pass', 'unknown', 'not_applicable']) {
      const { findings } = await tenant.member.data<{ findings: { totalCount: number } }>(
        'query ($where: FindingsWhere) { findings(where: $where) { totalCount } }',
        { where: { status } },
      );
      expect(await allFindings(tenant.member, { status })).toHaveLength(findings.totalCount);
    }
  });

  it('loses with its scans the rows that hold in no other, and nothing that is current or of a scan that stays', async () => {
    const ids = [...reports.keys()];
    const [old, recent] = [ids.slice(0, 3), ids.slice(3)];
    await service.database.query(
      `update scans set completed_at = completed_at - interval '400 days' where id = any($1::uuid[])`,
      [old],
    );
    const current = await currentRows();
    const closed = await closedRows();
    expect(await keeping.retain(0)).toBe(old.length);
    expect(await currentRows()).toEqual(current);
    await expectRightCounts();
    const left = await closedRows();
    expect(left.length).toBeLessThan(closed.length);
    const orphans = await service.database.query(
      `select from findings f where tenant_id = $1 and until_scan is not null and not exists (
         select from finding_scans s where s.tenant_id = f.tenant_id and s.integration_id = f.integration_id
           and s.scan_no >= f.since_scan and s.scan_no < f.until_scan)`,
      [tenant.tenantId],
    );
    expect(orphans).toEqual([]);
    for (const scanId of recent) expect(await asOf(scanId)).toEqual(said(reports.get(scanId) ?? []));
    for (const scanId of old) expect((await tenant.member.get(`/api/scans/${scanId}/findings`)).status).toBe(404);
  });

  it('goes on after scans were removed', async () => {
    const { integrations } = await tenant.admin.data<{ integrations: { id: string; type: string; status: string }[] }>(
      '{ integrations { id type status } }',
    );
    const integration = integrations.find(({ type, status }) => type === 'prowler' && status === 'connected');
    for (const report of Object.values(REPORTS)) {
      const scanId = await feed(integration?.id ?? '', report);
      expect(await asOf(scanId)).toEqual(said(report));
      await expectRightCounts();
    }
  });
});
