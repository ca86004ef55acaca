import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { anyOf } from '../support/any-of.js';
import { connect, resultsOf, runImport, type ScanResultBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { ASFF, OCSF_2003, OSCAL, prowlerReport, SARIF, XCCDF } from './reports.js';

/**
 * Decisions of each report, worked out by hand. In `src/content`, Prowler's ec2_ami_public is evidence for UCF-DAT-08
 * only and entra_break_glass_account_fido2_security_key_registered for UCF-IAM-13; Security Hub's APIGateway.2 for
 * UCF-AUT-07 and DynamoDB.1 for UCF-BCM-09; the rule sudo_custom_logfile for UCF-LOG-03. Each is mapped to the controls
 * below. Any other rule decides the requirements that the report names, if the installed version of the framework has
 * them.
 */
const FORMATS: { format: string; report: string; decided: Record<string, string> }[] = [
  {
    format: 'Prowler OCSF',
    report: prowlerReport([
      { rule: 'ec2_ami_public', status: 'FAIL', resource: 'ami-1', requirements: { SOC2: ['cc_6_1'] } },
      { rule: 'ec2_ami_public', status: 'PASS', resource: 'ami-2' },
      { rule: 'entra_break_glass_account_fido2_security_key_registered', status: 'PASS' },
      { rule: 'example_a', status: 'PASS', requirements: { SOC2: ['cc_7_2'], 'ISO27001-2013': ['A.8.15'] } },
      { rule: 'example_a', status: 'FAIL', requirements: { SOC2: ['cc_7_2'] }, isMuted: true, resource: 'r-2' },
      { rule: 'example_b', status: 'MANUAL', requirements: { SOC2: ['cc_1_1'] } },
      { rule: 'example_c', status: 'FAIL', requirements: { SOC2: ['cc_1_2'] }, isMuted: true },
      { rule: 'example_d', status: 'FAIL', requirements: { 'CIS-3.0': ['1.1'], 'NIST-CSF-1.1': ['id_am_1'] } },
    ]),
    decided: {
      'CMMC AC.L1-b.1.iv': 'fail',
      'CMMC AC.L2-3.1.22': 'fail',
      'HITRUST 09.z': 'fail',
      'HIPAA 164.312(a)(2)(ii)': 'pass',
      'ISO 27001 A.8.2': 'pass',
      'SOC 2 CC7.2': 'pass',
    },
  },
  {
    format: 'OCSF Compliance Finding',
    report: OCSF_2003,
    decided: {
      'CMMC IA.L2-3.5.4': 'fail',
      'CMMC IA.L3-3.5.1e': 'fail',
      'PCI DSS 8.5.1': 'fail',
      'NIST CSF PR.AA-03': 'fail',
      'PCI DSS 1.4.4': 'pass',
    },
  },
  {
    format: 'ASFF',
    report: ASFF,
    decided: {
      'SOC 2 A1.1': 'fail',
      'ISO 27001 A.8.6': 'fail',
      'HITRUST 09.h': 'fail',
      'NIST CSF PR.IR-04': 'fail',
      'PCI DSS 1.4.4': 'pass',
      'CMMC AC.L2-3.1.12': 'pass',
    },
  },
  {
    format: 'XCCDF',
    report: XCCDF,
    decided: {
      'CMMC AC.L2-3.1.7': 'fail',
      'HITRUST 09.ad': 'fail',
      'PCI DSS 10.2.1.2': 'fail',
      'ISO 27001 A.8.15': 'fail',
      'HIPAA 164.308(a)(1)(ii)(D)': 'pass',
    },
  },
  {
    format: 'SARIF',
    report: SARIF,
    // The weak hash names the requirement, the strong one of the same rule does not: a fail, and no pass over it.
    decided: { 'PCI DSS 6.2.4': 'fail', 'SOC 2 CC8.1': 'pass' },
  },
  {
    format: 'OSCAL',
    report: OSCAL,
    decided: { 'SOC 2 CC6.1': 'pass', 'ISO 27001 A.8.15': 'fail' },
  },
];

/** Statuses of the evaluated results, by `framework control_id`. */
function decidedBy(results: ScanResultBody[]): Record<string, string> {
  const evaluated = results.filter((result) => result.evaluated);
  return Object.fromEntries(evaluated.map((result) => [`${result.framework} ${result.control_id}`, result.status]));
}

describe('an imported report', () => {
  let service: TestService;
  let integrationId = '';

  beforeAll(async () => {
    service = await startService();
    integrationId = await connect(service.a.admin, 'prowler');
  });
  afterAll(() => service.stop());

  it.each(FORMATS)('in $format becomes a scan that decides exactly its controls', async ({ report, decided }) => {
    const scan = await runImport(service.a.admin, integrationId, report);
    expect(scan).toMatchObject({ status: 'completed', total_controls: 1_039, failure_reason: null });
    const results = await resultsOf(service.a.member, scan.id);
    expect(results).toHaveLength(1_039);
    expect(decidedBy(results)).toEqual(decided);
    const statuses = Object.values(decided);
    expect(scan.passed_controls).toBe(statuses.filter((status) => status === 'pass').length);
    expect(scan.failed_controls).toBe(statuses.filter((status) => status === 'fail').length);
    const untouched = results.filter((result) => !result.evaluated);
    expect(untouched.every((result) => result.status === 'not-applicable')).toBe(true);
  });

  it.each(FORMATS)('in $format has the same results when it is compressed', async ({ report, decided }) => {
    const scan = await runImport(service.a.admin, integrationId, gzipSync(report));
    expect(decidedBy(await resultsOf(service.a.member, scan.id))).toEqual(decided);
  });

  it('is answered like a trigger: 202 with id, Location and Retry-After', async () => {
    const [{ report } = { report: '' }] = FORMATS;
    const { status, headers, body } = await service.a.admin.upload(
      `/api/org/integrations/${integrationId}/import`,
      report,
    );
    expect(status).toBe(202);
    expect(body).toMatchObject({
      data: {
        scan_job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: anyOf(String),
        created_at: anyOf(String),
      },
    });
    const { scan_job_id: id } = (body as { data: { scan_job_id: string } }).data;
    expect(headers.get('location')).toBe(`/api/scans/${id}`);
    expect(headers.get('retry-after')).toBe('10');
  });

  it('of any format is accepted by each report integration', async () => {
    for (const type of ['aws-security-hub', 'openscap']) {
      const other = await connect(service.b.admin, type);
      const scan = await runImport(service.b.admin, other, SARIF);
      expect(decidedBy(await resultsOf(service.b.member, scan.id))).toEqual({
        'PCI DSS 6.2.4': 'fail',
        'SOC 2 CC8.1': 'pass',
      });
    }
  });
});
