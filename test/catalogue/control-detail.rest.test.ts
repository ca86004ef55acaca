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

/** HITRUST 09.z is mapped to UCF-DAT-08 alone, for which Prowler's ec2_ami_public gives evidence. */
const CONTROL = controlId('hitrust', '09.z');

describe('the detail of a control over REST', () => {
  let service: TestService;
  let scan: ScanStatusBody;
  let integrationId = '';

  beforeAll(async () => {
    service = await startService();
    integrationId = await connect(service.a.admin, 'prowler');
    scan = await feed([
      { rule: 'ec2_ami_public', status: 'FAIL', resource: 'ami-1', text: 'The image ami-1 is public.' },
      { rule: 'ec2_ami_public', status: 'PASS', resource: 'ami-2' },
      { rule: 'cloudstorage_bucket_public_access', status: 'PASS', resource: 'bucket-1' },
    ]);
  });
  afterAll(() => service.stop());

  const feed = (findings: ProwlerFinding[]) => runImport(service.a.admin, integrationId, prowlerReport(findings));
  const detail = (id: string = CONTROL) => service.a.member.rest<Detail>(`/api/compliance/controls/${id}`);

  it('has what the list has, the description and the framework', async () => {
    expect(await detail()).toMatchObject({
      id: CONTROL,
      control_id: '09.z',
      title: expect.stringMatching(/./),
      description: expect.stringMatching(/./),
      category: expect.stringMatching(/./),
      status: 'failed',
      maturity_level: null,
      framework: { id: frameworkId('hitrust'), name: 'HITRUST', version: 'v11' },
    });
  });

  it('has the latest finding with the failing resources alone, and the evidence it is kept in', async () => {
    const { latest_finding: finding, evidence } = await detail();
    expect(finding).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scan_job_id: scan.id,
      status: 'fail',
      summary: '1 check of 2 failed on 1 resource: About ec2_ami_public.',
      detected_at: expect.stringMatching(/Z$/),
      evidence_key: evidence[0]?.file_reference,
      resources: [
        {
          id: 'ami-1',
          name: 'ami-1',
          type: 'Thing',
          region: 'eu-west-1',
          account: '111122223333',
          check: 'About ec2_ami_public',
          summary: 'The image ami-1 is public.',
        },
      ],
    });
    expect(evidence).toEqual([
      {
        id: anyOf(String),
        type: 'auto',
        title: expect.stringContaining('09.z'),
        created_at: expect.stringMatching(/Z$/),
        file_reference: expect.stringContaining(scan.id),
      },
    ]);
  });

  it('has step-by-step guidance for the check that fails', async () => {
    const check = catalogueOf().checkById.get('aws.ec2.ami-public');
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
        source: 'scan',
        changed_at: expect.stringMatching(/Z$/),
        changed_by: anyOf(String),
        scan_job_id: scan.id,
        assessment_id: null,
        reason: expect.stringMatching(/./),
      },
    ]);
    expect(mappings).toEqual([
      {
        relationship: 'equal',
        universal_control: { id: universalControlId('UCF-DAT-08'), code: 'UCF-DAT-08', title: anyOf(String) },
      },
    ]);
  });

  it('shows at most 100 failing resources of as many as there are', async () => {
    const many = Array.from({ length: 130 }, (_, index): ProwlerFinding => {
      return { rule: 'ec2_ami_public', status: 'FAIL', resource: `ami-${index}` };
    });
    await feed(many);
    const { latest_finding: finding } = await detail();
    expect(finding).toMatchObject({ summary: '1 check of 1 failed on 130 resources: About ec2_ami_public.' });
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
