import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { fails, prowlerReport } from '../integrations/reports.js';
import { fileOf, generate, TYPES } from '../reports/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { accepted, changed, dayAhead, propose, proposal } from './exceptions.js';

const RULE = AUDIT_TRAIL.prowler;

interface Report {
  control_status: { control_id: string; exceptions: number }[];
  exceptions: { id: string; control_ids: string[]; resource: string; approved_by: string; expires_on: string }[];
}

describe('a report', () => {
  let service: TestService;
  let tenant: TestTenant;
  let inForce: string;

  beforeAll(async () => {
    service = await startService();
    tenant = service.a;
    const report = prowlerReport([fails('r-1'), fails('r-2'), fails('r-3')]);
    await runImport(tenant.admin, await connect(tenant.admin, 'prowler'), report);
    ({ id: inForce } = await accepted(tenant, proposal(RULE)));
    await propose(tenant.member, proposal(RULE, {}, { resourceId: 'r-2' }));
    const ended = await accepted(tenant, proposal(RULE, {}, { resourceId: 'r-3' }));
    await changed(tenant.auditor, 'withdrawException', ended.id);
  });
  afterAll(() => service.stop());

  it.each(TYPES)('of type %s lists the exceptions in force, and no other', async (report_type) => {
    const file = await fileOf(await generate(tenant.admin, { framework: 'PCI DSS', report_type, format: 'json' }));
    const report = JSON.parse(file.toString()) as Report;
    expect(report.exceptions).toEqual([
      expect.objectContaining({
        id: inForce,
        resource: 'r-1',
        resources: 1,
        approved_by: 'Alpha auditor',
        expires_on: dayAhead(30),
      }),
    ]);
    const counted = report.control_status.filter(({ exceptions }) => exceptions > 0);
    expect(counted.map(({ control_id }) => control_id)).toEqual(report.exceptions[0]?.control_ids);
    expect(counted).toContainEqual(expect.objectContaining({ control_id: '10.2.1.6', exceptions: 1 }));
  });

  it.each(TYPES.filter((type) => type !== 'executive_summary'))(
    'of type %s counts them beside the control in its CSV file',
    async (report_type) => {
      const file = await fileOf(await generate(tenant.admin, { framework: 'PCI DSS', report_type, format: 'csv' }));
      const rows = parseCsv(file, { bom: true, columns: true }) as unknown as Record<string, string>[];
      expect(rows).toContainEqual(expect.objectContaining({ control_id: '10.2.1.6', exceptions: '1' }));
    },
  );
});
