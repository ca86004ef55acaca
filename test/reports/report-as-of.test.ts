import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { prowlerReport, verdictOn } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { jsonReport, type JsonReport } from './reports.js';

interface Summary extends JsonReport {
  compliance_summary: {
    controls: { control_id: string; finding: string; decided_by: { source: string; assessed_by: string } | null }[];
  };
}

interface Reached {
  control_id: string;
  framework: string;
  new_status: string;
}

describe('the moment of a report', () => {
  let service: TestService;
  const scans: string[] = [];
  /** The SOC 2 controls that the assessment made pass; CC7.2, which a scan decided as failed, is not among them. */
  let passedByAssessment: string[] = [];

  beforeAll(async () => {
    service = await startService();
    const integration = await connect(service.a.admin, 'prowler');
    const scan = async (verdicts: ['PASS' | 'FAIL', 'PASS' | 'FAIL']) => {
      const report = prowlerReport([verdictOn('cc_6_1', verdicts[0]), verdictOn('cc_7_2', verdicts[1])]);
      scans.push((await runImport(service.a.admin, integration, report)).id);
    };
    await scan(['FAIL', 'PASS']);
    await scan(['FAIL', 'FAIL']);
    const { mappings } = await service.a.auditor.rest<{ mappings: { universal_control: { id: string } }[] }>(
      `/api/compliance/controls/${controlId('soc2', 'CC6.1')}`,
    );
    const { body } = await service.a.auditor.post('/api/ucf/assessments', {
      universal_control_id: mappings[0]?.universal_control.id,
      status: 'compliant',
      details: 'Access is reviewed.',
    });
    const { propagated_controls: reached } = (body as { data: { propagated_controls: Reached[] } }).data;
    const passed = reached.filter((each) => each.framework === 'SOC 2' && each.new_status === 'passed');
    passedByAssessment = passed.map(({ control_id }) => control_id);
  });
  afterAll(() => service.stop());

  const read = (scan: string | null) =>
    jsonReport<Summary>(service.a.member, { framework: 'SOC 2', ...(scan === null ? {} : { scan_job_id: scan }) });
  const statusIn = (report: JsonReport, code: string) =>
    report.control_status.find(({ control_id }) => control_id === code)?.status;
  const detailIn = (report: Summary, code: string) =>
    report.compliance_summary.controls.find(({ control_id }) => control_id === code);

  it('is now without a named scan: a later assessment counts', async () => {
    const report = await read(null);
    expect([statusIn(report, 'CC6.1'), statusIn(report, 'CC7.2')]).toEqual(['passed', 'failed']);
    expect(report.metadata.scan_job_id).toBe(scans[1]);
    expect(passedByAssessment).toContain('CC6.1');
    expect(passedByAssessment).not.toContain('CC7.2');
    const passed = report.control_status.filter(({ status }) => status === 'passed');
    expect(passed.map(({ control_id }) => control_id).sort()).toEqual(passedByAssessment.toSorted());
    expect(report.compliance_score).toBe(Math.round((1_000 * passedByAssessment.length) / 61) / 10);
    expect(detailIn(report, 'CC6.1')).toMatchObject({
      finding: expect.stringContaining('was assessed as compliant. Access is reviewed.'),
      decided_by: { source: 'assessment', assessed_by: 'Alpha auditor' },
    });
  });

  it('is the end of the named scan: a later assessment does not count', async () => {
    const report = await read(scans[1] ?? '');
    expect([statusIn(report, 'CC6.1'), statusIn(report, 'CC7.2')]).toEqual(['failed', 'failed']);
    expect(report.compliance_score).toBe(0);
    expect(detailIn(report, 'CC6.1')?.decided_by?.source).toBe('scan');
  });

  it('is the end of an earlier named scan: later scans and their evidence do not count', async () => {
    const report = await read(scans[0] ?? '');
    expect([statusIn(report, 'CC6.1'), statusIn(report, 'CC7.2')]).toEqual(['failed', 'passed']);
    expect(report.compliance_score).toBe(1.6);
    // One artifact of each of the two controls; after the second scan there are four.
    expect(report.evidence_references).toHaveLength(2);
    expect((await read(null)).evidence_references).toHaveLength(4);
  });

  it('limits the trend to earlier scans and compares with the scan before', async () => {
    const { executive_summary: summary } = await jsonReport<{ executive_summary: Record<string, unknown> }>(
      service.a.member,
      { framework: 'SOC 2', report_type: 'executive_summary', scan_job_id: scans[1] },
    );
    expect(summary).toMatchObject({
      score: 0,
      previous_score: 1.6,
      score_change: -1.6,
      trend: [
        { scan_job_id: scans[0], score: 1.6, passed_controls: 1, failed_controls: 1 },
        { scan_job_id: scans[1], score: 0, passed_controls: 0, failed_controls: 2 },
      ],
      changes: { improved: [], worsened: [{ control_id: 'CC7.2', previous_status: 'passed', status: 'failed' }] },
    });
  });
});
