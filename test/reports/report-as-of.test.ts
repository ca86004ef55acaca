import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '../../src/modules/catalogue/relationship.rules.js';
import { catalogueOf, controlId, universalControlId } from '../catalogue/shipped.js';
import { CONSOLE_MFA } from '../catalogue/decided.js';
import { adminMfa, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { jsonReport, type JsonReport } from './reports.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

interface Summary extends JsonReport {
  compliance_summary: {
    controls: { control_id: string; finding: string; decided_by: { source: string; assessed_by: string } | null }[];
  };
}

describe('the moment of a report', () => {
  let service: TestService;
  const scans: string[] = [];
  /** After the second assessment, before the second scan. */
  let between: string;

  /**
   * SOC 2 in the order of time: CC1.2 passes by an assessment; a scan fails CC6.1 and CC6.6 (multi-factor authentication); CC1.2
   * fails by an assessment; a scan fails CC7.2 (flow logs) too; P4.1 passes in full and P6.1 in part by an assessment.
   */
  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    const integration = await connect(service.a.admin, 'prowler');
    const scan = async (flowLogs: 'PASS' | 'FAIL') => {
      const report = prowlerReport([
        ...CONSOLE_MFA.map(({ prowler: rule }) => ({ rule, status: 'FAIL' as const })),
        { rule: 'vpc_flow_logs_enabled', status: flowLogs },
      ]);
      scans.push((await runImport(service.a.admin, integration, report)).id);
    };
    const note = async (code: string, status: string) => {
      await assess(service.a.auditor, universalControlId(code), status, { details: 'Twelve cases sampled.' });
    };
    await note('UCF-GOV-03', 'compliant');
    await scan('PASS');
    await note('UCF-GOV-03', 'non_compliant');
    await sleep(2);
    between = new Date().toISOString();
    await sleep(2);
    await scan('FAIL');
    await note('UCF-PRI-06', 'compliant');
  });
  afterAll(() => service.stop());

  const read = (scan: string | null) =>
    jsonReport<Summary>(service.a.member, { framework: 'SOC 2', ...(scan === null ? {} : { scan_job_id: scan }) });
  const codesIn = (report: JsonReport, status: string) =>
    report.control_status.filter((each) => each.status === status).map(({ control_id }) => control_id);
  const detailIn = (report: Summary, code: string) =>
    report.compliance_summary.controls.find(({ control_id }) => control_id === code);

  it('is now without a named scan: a later assessment counts', async () => {
    const report = await read(null);
    expect(codesIn(report, 'failed')).toEqual(['CC1.2', 'CC6.1', 'CC6.6']);
    expect(codesIn(report, 'passed')).toEqual(['P4.1', 'P6.1']);
    expect(report.metadata.scan_job_id).toBe(scans[1]);
    // 100 × 2 / 61 and, of P4.1 alone, 100 × 1 / 61.
    expect(report).toMatchObject({ compliance_score: 3.3, assured_score: 1.6 });
    expect(detailIn(report, 'P4.1')).toMatchObject({
      finding: expect.stringContaining('was assessed as compliant. Twelve cases sampled.'),
      decided_by: { source: 'assessment', assessed_by: 'Alpha auditor' },
    });
  });

  it('is the end of the named scan: a later assessment does not count', async () => {
    const report = await read(scans[1] ?? '');
    expect(codesIn(report, 'failed')).toEqual(['CC1.2', 'CC6.1', 'CC6.6']);
    expect(codesIn(report, 'passed')).toEqual([]);
    expect(report).toMatchObject({ compliance_score: 0, assured_score: 0 });
    expect(detailIn(report, 'CC6.1')?.decided_by?.source).toBe('scan');
  });

  it('is the end of an earlier named scan: later scans, assessments and evidence do not count', async () => {
    const report = await read(scans[0] ?? '');
    expect(codesIn(report, 'failed')).toEqual(['CC6.1', 'CC6.6']);
    expect(codesIn(report, 'passed')).toEqual(['CC1.2']);
    expect(report).toMatchObject({ compliance_score: 1.6, assured_score: 1.6 });
    const early = new Set(report.evidence_references.map(({ id }) => id));
    const all = new Set((await read(null)).evidence_references.map(({ id }) => id));
    expect(early.size).toBeGreaterThan(0);
    expect([...early].filter((id) => !all.has(id))).toEqual([]);
    expect(all.size).toBe(2 * early.size);
  });

  it('is any moment of the past: the latest scan by then, and the assessments between it and the moment', async () => {
    const report = await jsonReport<Summary>(service.a.member, { framework: 'SOC 2', as_of: between });
    expect(codesIn(report, 'failed')).toEqual(['CC1.2', 'CC6.1', 'CC6.6']);
    expect(codesIn(report, 'passed')).toEqual([]);
    expect(report.metadata).toMatchObject({ scan_job_id: scans[0], as_of: between });
    const ofScan = await read(scans[0] ?? '');
    expect(report.evidence_references.map(({ id }) => id).toSorted()).toEqual(
      ofScan.evidence_references.map(({ id }) => id).toSorted(),
    );
  });

  it.each([
    ['in the future', { as_of: '2999-01-01T00:00:00Z' }, 400, 'VALIDATION_FAILED'],
    [
      'beside a scan',
      { as_of: '2001-01-01T00:00:00Z', scan_job_id: controlId('soc2', 'CC6.1') },
      400,
      'VALIDATION_FAILED',
    ],
    ['before the first scan', { as_of: '2001-01-01T00:00:00Z' }, 422, 'NO_COMPLETED_SCAN'],
  ])('is refused %s', async (_where, moment, status, code) => {
    const answer = await service.a.member.post('/api/reports/generate', { framework: 'SOC 2', ...moment });
    expect(answer).toMatchObject({ status, body: { error: { code } } });
    if (code === 'VALIDATION_FAILED') expect(JSON.stringify(answer.body)).toContain('/as_of');
  });

  it('names an older assessment that counts again since tests show the control no more, now and at the end of that scan', async () => {
    const { admin, auditor, member } = await service.addTenant('Again', 'ENTERPRISE');
    const integration = await connect(admin, 'prowler');
    const all = adminMfa('PASS');
    const control = catalogueOf().controlById.get(controlId('pci-dss', '8.4.1'));
    const mapped = control?.mappings.find(({ relationship }) => isFull(relationship))?.universalControl.id ?? '';
    await assess(auditor, mapped, 'non_compliant', { details: 'Two accounts are left.' });
    const decided = async (scan: string | null) => {
      const report = await jsonReport<Summary>(member, {
        framework: 'PCI DSS',
        ...(scan ? { scan_job_id: scan } : {}),
      });
      return [codesIn(report, 'failed').includes('8.4.1'), detailIn(report, '8.4.1')?.decided_by?.source];
    };
    const passing = await runImport(admin, integration, prowlerReport(all));
    expect(await decided(null)).toEqual([false, 'scan']);
    const partial = await runImport(admin, integration, prowlerReport(all.slice(1)));
    expect(await decided(null)).toEqual([true, 'assessment']);
    expect(await decided(partial.id)).toEqual([true, 'assessment']);
    expect(await decided(passing.id)).toEqual([false, 'scan']);
  });

  it('limits the trend to earlier scans and compares with the scan before', async () => {
    const { executive_summary: summary } = await jsonReport<{ executive_summary: Record<string, unknown> }>(
      service.a.member,
      { framework: 'SOC 2', report_type: 'executive_summary', scan_job_id: scans[1] },
    );
    expect(summary).toMatchObject({
      assured_score: 0,
      previous_assured_score: 1.6,
      score: 0,
      previous_score: 1.6,
      score_change: -1.6,
      trend: [
        { scan_job_id: scans[0], assured_score: 1.6, score: 1.6, passed_controls: 1, failed_controls: 2 },
        { scan_job_id: scans[1], assured_score: 0, score: 0, passed_controls: 0, failed_controls: 3 },
      ],
      changes: { improved: [], worsened: [{ control_id: 'CC1.2', previous_status: 'passed', status: 'failed' }] },
    });
  });
});
