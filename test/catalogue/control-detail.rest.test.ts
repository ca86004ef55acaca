import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { anyOf } from '../support/any-of.js';
import { connect, runImport, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { catalogueOf, controlId, frameworkId, universalControlId } from './shipped.js';

interface Detail {
  latest_finding: { resources: { id: string }[] } | null;
  evidence: { file_reference: string }[];
  remediation: { summary: string; effort: string; steps: { order: number; title: string }[]; references: string[] };
  assessment_history: object[];
  mappings: object[];
}

/** HIPAA 164.312(a)(1) asks for elements of UCF-IAM-08 alone, of which Prowler's rds_snapshots_public_access decides the sixth. */
const CODE = '164.312(a)(1)';
const CONTROL = controlId('hipaa', CODE);

describe('the detail of a control over REST', () => {
  let service: TestService;
  let scan: ScanStatusBody;
  let integrationId = '';

  beforeAll(async () => {
    service = await startService();
    integrationId = await connect(service.a.admin, 'prowler');
    scan = await feed([
      {
        rule: 'rds_snapshots_public_access',
        status: 'FAIL',
        resource: 'db-1',
        text: 'Everybody can restore db-1.',
      },
      { rule: 'rds_snapshots_public_access', status: 'PASS', resource: 'db-2' },
      { rule: 'iam_rotate_access_key_90_days', status: 'PASS', resource: 'user-1' },
    ]);
  });
  afterAll(() => service.stop());

  const feed = (findings: ProwlerFinding[]) => runImport(service.a.admin, integrationId, prowlerReport(findings));
  const detail = (id: string = CONTROL) => service.a.member.rest<Detail>(`/api/compliance/controls/${id}`);

  it('has what the list has, the description and the framework', async () => {
    expect(await detail()).toMatchObject({
      id: CONTROL,
      control_id: CODE,
      title: expect.stringMatching(/./),
      description: expect.stringMatching(/./),
      category: expect.stringMatching(/./),
      status: 'failed',
      maturity_level: null,
      framework: { id: frameworkId('hipaa'), name: 'HIPAA', version: anyOf(String) },
    });
  });

  it('has the latest finding with the failing resources alone, and the evidence it is stored in', async () => {
    const { latest_finding: finding, evidence } = await detail();
    expect(finding).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scan_job_id: scan.id,
      status: 'fail',
      summary: '1 check of 1 failed on 1 resource: RDS snapshots are public.',
      detected_at: expect.stringMatching(/Z$/),
      evidence_key: evidence[0]?.file_reference,
      resources: [
        {
          id: 'db-1',
          name: 'db-1',
          type: 'Thing',
          region: 'eu-west-1',
          account: '111122223333',
          check: 'About rds_snapshots_public_access',
          summary: 'Everybody can restore db-1.',
        },
      ],
    });
    expect(evidence).toEqual([
      {
        id: anyOf(String),
        type: 'auto',
        title: expect.stringContaining(CODE),
        created_at: expect.stringMatching(/Z$/),
        file_reference: expect.stringContaining(scan.id),
      },
    ]);
  });

  it('has step-by-step guidance for the check that fails', async () => {
    const check = catalogueOf().checkById.get('aws.rds.snapshots-public-access');
    const { remediation } = await detail();
    expect(remediation).toMatchObject({ summary: check?.remediation?.summary, effort: check?.remediation?.effort });
    expect(remediation.steps.map(({ title }) => title)).toEqual(check?.remediation?.steps.map(({ title }) => title));
    expect(remediation.steps.map(({ order }) => order)).toEqual(remediation.steps.map((_, index) => index + 1));
    expect(remediation.references).toEqual(check?.references);
  });

  it('has its history and its universal controls with the relationship', async () => {
    const { assessment_history: history, mappings } = await detail();
    expect(history).toEqual([
      {
        id: anyOf(String),
        status: 'failed',
        previous_status: 'not_assessed',
        assurance: null,
        previous_assurance: null,
        source: 'scan',
        changed_at: expect.stringMatching(/Z$/),
        changed_by: anyOf(String),
        scan_job_id: scan.id,
        assessment_id: null,
        reason: 'decided by scan results',
        reason_code: 'scan_results',
        reason_detail: null,
      },
    ]);
    expect(mappings).toEqual([
      {
        relationship: 'intersects',
        covers: [1, 2, 3, 6],
        asks_more: true,
        universal_control: { id: universalControlId('UCF-IAM-08'), code: 'UCF-IAM-08', title: anyOf(String) },
      },
    ]);
  });

  it('shows at most 100 failing resources of as many as there are', async () => {
    const many = Array.from({ length: 130 }, (_, index): ProwlerFinding => {
      return { rule: 'rds_snapshots_public_access', status: 'FAIL', resource: `db-${index}` };
    });
    await feed(many);
    const { latest_finding: finding } = await detail();
    expect(finding).toMatchObject({
      summary: '1 check of 1 failed on 130 resources: RDS snapshots are public.',
    });
    expect(finding?.resources).toHaveLength(100);
    expect(new Set(finding?.resources.map(({ id }) => id)).size).toBe(100);
  });

  it('of a control that was never looked at has no finding, no evidence and no history, but guidance', async () => {
    const control = await detail(controlId('soc2', 'P8.1'));
    expect(control).toMatchObject({
      status: 'not_assessed',
      latest_finding: null,
      evidence: [],
      assessment_history: [],
    });
    expect(control.remediation.steps.length).toBeGreaterThan(0);
  });

  it('shows another tenant nothing of it', async () => {
    const foreign = await service.b.member.rest<Detail>(`/api/compliance/controls/${CONTROL}`);
    expect(foreign).toMatchObject({
      status: 'not_assessed',
      latest_finding: null,
      evidence: [],
      assessment_history: [],
    });
  });
});
