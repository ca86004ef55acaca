import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, finished, resultsOf, runImport, runScan, type ScanResultBody } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { storedRows } from './stored-rows.js';
import { auditTrail, consoleMfa, prowlerReport, verdictOn } from './reports.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

const FIRST = prowlerReport([auditTrail('FAIL'), ...consoleMfa('PASS')]);
const SECOND = prowlerReport([auditTrail('PASS'), ...consoleMfa('FAIL')]);
/** Of PCI DSS 10.2.1.6 and 8.4.3. */
const OF_FIRST = { '10.2.1.6': 'fail', '8.4.3': 'pass' };
const OF_SECOND = { '10.2.1.6': 'pass', '8.4.3': 'fail' };

describe('imports and scans', () => {
  let service: TestService;
  let tenant: TestTenant;
  let integrationId = '';
  let tenants = 0;
  /** While true, the statement that queues a scan fails. */
  let isQueueBroken = false;

  beforeAll(async () => {
    const rewrite = (text: string) =>
      isQueueBroken && /insert into "?scans"?/i.test(text) ? 'select no_such_column' : text;
    service = await startService({ content: contentOfOneSystem(), rewrite });
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    tenant = await service.addTenant(`Importer${(tenants += 1)}`, 'ENTERPRISE');
    integrationId = await connect(tenant.admin, 'prowler');
  });

  const evaluated = async (scanId: string): Promise<ScanResultBody[]> =>
    (await resultsOf(tenant.member, scanId)).filter((result) => result.evaluated);
  /** Of the two controls that the reports decide differently. */
  const decided = async (scanId: string): Promise<Record<string, string>> => {
    const results = (await evaluated(scanId)).filter(({ control_id: id }) => id in OF_FIRST);
    return Object.fromEntries(results.map((each) => [each.control_id, each.status]));
  };
  const post = async (report: string): Promise<string> => {
    const { body } = await tenant.admin.upload(`/api/org/integrations/${integrationId}/import`, report);
    return (body as { data: { scan_job_id: string } }).data.scan_job_id;
  };

  it('re-evaluate the last report in a triggered scan', async () => {
    await runImport(tenant.admin, integrationId, FIRST);
    expect(await decided((await runScan(tenant.member)).id)).toEqual(OF_FIRST);
    await runImport(tenant.admin, integrationId, SECOND);
    const scan = await runScan(tenant.member, { integration_types: ['prowler'] });
    expect(await decided(scan.id)).toEqual(OF_SECOND);
  });

  it('have the results of each of two reports sent in a row', async () => {
    const ids = [await post(FIRST), await post(SECOND)];
    for (const id of ids) expect(await finished(tenant.member, id)).toMatchObject({ status: 'completed' });
    expect(await decided(ids[0] ?? '')).toEqual(OF_FIRST);
    expect(await decided(ids[1] ?? '')).toEqual(OF_SECOND);
  });

  it('have the results of each of many concurrent reports', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, index) => post(index % 2 === 0 ? FIRST : SECOND)));
    for (const [index, id] of ids.entries()) {
      expect(await finished(tenant.member, id)).toMatchObject({ status: 'completed' });
      expect(await decided(id)).toEqual(index % 2 === 0 ? OF_FIRST : OF_SECOND);
    }
  });

  it('use the report that was in force when the scan was triggered', async () => {
    await runImport(tenant.admin, integrationId, FIRST);
    const { body } = await tenant.member.post('/api/scans/trigger', {});
    const { scan_job_id: id } = (body as { data: { scan_job_id: string } }).data;
    await runImport(tenant.admin, integrationId, SECOND);
    await finished(tenant.member, id);
    expect(await decided(id)).toEqual(OF_FIRST);
  });

  it('complete without a report, with nothing evaluated and a score of 0', async () => {
    const scan = await runScan(tenant.member);
    expect(scan).toMatchObject({ status: 'completed', passed_controls: 0, failed_controls: 0, scores: { overall: 0 } });
    expect(await evaluated(scan.id)).toEqual([]);
  });

  it('complete for a report that only names requirements, with nothing evaluated', async () => {
    const scan = await runImport(
      tenant.admin,
      integrationId,
      prowlerReport([verdictOn('cc_6_1', 'PASS'), verdictOn('cc_7_2', 'FAIL')]),
    );
    expect(scan).toMatchObject({ status: 'completed', passed_controls: 0, failed_controls: 0 });
    expect(await evaluated(scan.id)).toEqual([]);
  });

  it('complete for a report without a verdict, with nothing evaluated', async () => {
    const muted = prowlerReport([{ ...auditTrail('FAIL'), isMuted: true }]);
    const scan = await runImport(tenant.admin, integrationId, muted);
    expect(scan.status).toBe('completed');
    expect(await evaluated(scan.id)).toEqual([]);
  });

  it('return an error when the scan cannot be queued, and leave the previous report in force', async () => {
    await runImport(tenant.admin, integrationId, FIRST);
    const before = await storedRows(service);
    isQueueBroken = true;
    const { status } = await tenant.admin.upload(`/api/org/integrations/${integrationId}/import`, SECOND);
    isQueueBroken = false;
    expect(status).toBe(500);
    expect(await storedRows(service)).toEqual(before);
    expect(await decided((await runScan(tenant.member)).id)).toEqual(OF_FIRST);
  });
});
