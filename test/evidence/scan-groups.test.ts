import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { auditTrail, prowlerReport } from '../integrations/reports.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { file, uploaded } from './form.js';

interface Group {
  integration_ids: string[];
  integration_names: string[];
  artifacts: number;
  scans: number;
  newest_at: string;
  newest_scan_id: string;
}

describe('artifacts of scans, folded by the integrations that were scanned together', () => {
  let service: TestService;
  let demoId: string;
  let prowlerId: string;
  let scanIds: string[];

  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    demoId = await connect(admin, 'demo');
    scanIds = [(await runScan(admin)).id];
    prowlerId = await connect(admin, 'prowler');
    for (const verdict of ['FAIL', 'PASS'] as const) {
      scanIds.push((await runImport(admin, prowlerId, prowlerReport([auditTrail(verdict)]))).id);
    }
    await uploaded(admin, file('A note.'));
  });
  afterAll(() => service.stop());

  const groups = (query = '', client = service.a.auditor) => client.rest<Group[]>(`/api/evidence/scans${query}`);
  const listed = async (query: string) => {
    const found = await service.a.auditor.rest<{ scan_job_id: string | null }[]>(`/api/evidence${query}`);
    return found.map(({ scan_job_id: id }) => id);
  };

  it('are counted, those with the newest first, and add up to all of them without the uploads', async () => {
    const found = await groups();
    expect(found.map(({ integration_ids: ids, artifacts, scans }) => [ids, artifacts, scans])).toEqual([
      [[prowlerId], 2, 2],
      [[demoId], 1, 1],
    ]);
    expect(found.map(({ newest_scan_id: id }) => id)).toEqual([scanIds[2], scanIds[0]]);
    expect(found.reduce((sum, { artifacts }) => sum + artifacts, 0)).toBe((await listed('?type=auto')).length);
  });

  it('are listed by the same integrations, newest first, in pages', async () => {
    expect(await listed(`?integration_ids=${prowlerId}`)).toEqual([scanIds[2], scanIds[1]]);
    expect(await listed(`?integration_ids=${prowlerId}&limit=1&offset=1`)).toEqual([scanIds[1]]);
    expect(await listed(`?integration_ids=${demoId}`)).toEqual([scanIds[0]]);
    expect(await listed(`?integration_ids=${demoId}&integration_ids=${prowlerId}`)).toEqual([]);
    const malformed = await service.a.auditor.get('/api/evidence?integration_ids=x');
    expect([malformed.status, malformed.body]).toMatchObject([400, { error: { code: 'VALIDATION_FAILED' } }]);
  });

  it('are those of a control where one is given, which are then the parts of the control', async () => {
    const control = controlId('pci-dss', '10.2.1.6');
    const byId = new Map((await groups(`?control_id=${control}`)).map((each) => [each.integration_ids[0], each]));
    expect(byId.get(prowlerId)).toMatchObject({ artifacts: 2, scans: 2 });
    expect(await listed(`?control_id=${control}&integration_ids=${prowlerId}`)).toEqual([scanIds[2], scanIds[1]]);
  });

  it('are one group of no integration where their scans were removed', async () => {
    const tenant = await service.addTenant('Removed', 'ENTERPRISE');
    await connect(tenant.admin, 'demo');
    await runScan(tenant.admin);
    await service.database.query('update evidence set scan_id = gen_random_uuid() where tenant_id = $1', [
      tenant.tenantId,
    ]);
    expect(await groups('', tenant.auditor)).toMatchObject([
      { integration_ids: [], integration_names: [], artifacts: 1 },
    ]);
    const { evidenceList } = await tenant.auditor.data<{ evidenceList: { totalCount: number } }>(
      '{ evidenceList(integrationIds: []) { totalCount } }',
    );
    expect(evidenceList.totalCount).toBe(1);
  });

  it('are read in one statement, whatever the number of groups, and are not another tenant’s', async () => {
    const from = service.statements.length;
    await groups();
    expect(service.statements.slice(from).filter((text) => /\bof_scan\b/.test(text))).toHaveLength(1);
    expect(service.statements.slice(from).filter((text) => /\bevidence\b/.test(text))).toHaveLength(1);
    expect(await groups('', service.b.admin)).toEqual([]);
  });
});
