import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { anyOf } from '../support/any-of.js';
import { connect, resultsOf, runImport, type ScanResultBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { ASFF, auditTrail, OCSF_2003, OSCAL, prowlerReport, SARIF, XCCDF } from './reports.js';
import { CONTROL_COUNT } from '../catalogue/shipped.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

/** Controls that ask for UCF-IAM-08, element 6: storage that is closed to the public. */
const PUBLIC_FAILS = {
  'HIPAA 164.312(a)(1)': 'fail',
  'ISO 27001 A.8.3': 'fail',
  'NIST CSF PR.AA-05': 'fail',
  'SOC 2 CC6.1': 'fail',
};

/**
 * What each report decides, worked out by hand from what the checks in `src/content` decide. What a report says of any other
 * rule is evidence for the controls that it names, as far as the edition is ours (`named`), and decides nothing.
 */
const FORMATS: { format: string; report: string; decided: Record<string, string>; named: string[] }[] = [
  {
    format: 'Prowler OCSF',
    report: prowlerReport([
      { rule: 'rds_snapshots_public_access', status: 'FAIL', resource: 'db-1', requirements: { SOC2: ['cc_6_1'] } },
      { rule: 'rds_snapshots_public_access', status: 'PASS', resource: 'db-2' },
      auditTrail('PASS'),
      { rule: 'entra_break_glass_account_fido2_security_key_registered', status: 'PASS' },
      { rule: 'example_a', status: 'PASS', requirements: { SOC2: ['cc_7_2'], 'ISO27001-2013': ['A.8.15'] } },
      { rule: 'example_a', status: 'FAIL', requirements: { SOC2: ['cc_7_2'] }, isMuted: true, resource: 'r-2' },
      { rule: 'example_b', status: 'MANUAL', requirements: { SOC2: ['cc_1_1'] } },
      { rule: 'example_c', status: 'FAIL', requirements: { SOC2: ['cc_1_2'] }, isMuted: true },
      { rule: 'example_d', status: 'FAIL', requirements: { 'CIS-3.0': ['1.1'], 'NIST-CSF-1.1': ['id_am_1'] } },
    ]),
    // The audit trail is the one AWS check of UCF-LOG-03, element 5, which PCI DSS 10.2.1.6 asks for alone.
    decided: { ...PUBLIC_FAILS, 'PCI DSS 10.2.1.6': 'pass' },
    named: ['SOC 2 CC7.2'],
  },
  {
    format: 'OCSF Compliance Finding',
    report: OCSF_2003,
    decided: PUBLIC_FAILS,
    named: ['PCI DSS 1.4.4'],
  },
  {
    format: 'ASFF',
    report: ASFF,
    decided: PUBLIC_FAILS,
    named: ['CMMC AC.L2-3.1.12', 'PCI DSS 1.4.4'],
  },
  {
    format: 'XCCDF',
    report: XCCDF,
    // Who can read logs is UCF-LOG-07, element 1.
    decided: {
      'CMMC AU.L2-3.3.8': 'fail',
      'ISO 27001 A.8.15': 'fail',
      'HITRUST 09.ac': 'fail',
      'PCI DSS 10.3.1': 'fail',
    },
    named: ['HIPAA 164.308(a)(1)(ii)(D)'],
  },
  {
    format: 'SARIF',
    report: SARIF,
    decided: {},
    named: ['PCI DSS 6.2.4', 'SOC 2 CC8.1'],
  },
  {
    format: 'OSCAL',
    report: OSCAL,
    decided: {},
    named: ['ISO 27001 A.8.15', 'SOC 2 CC6.1'],
  },
];

/** Statuses of the evaluated results, by `framework control_id`. */
function decidedBy(results: ScanResultBody[]): Record<string, string> {
  const evaluated = results.filter((result) => result.evaluated);
  return Object.fromEntries(evaluated.map((result) => [`${result.framework} ${result.control_id}`, result.status]));
}

/** `framework control_id` of those without a decision that list a failing or passing check. */
function supportedBy(results: ScanResultBody[]): string[] {
  const supported = results.filter(({ evaluated, finding }) => !evaluated && /\b\d+ other checks? ran/.test(finding));
  return supported.map((result) => `${result.framework} ${result.control_id}`);
}

describe('an imported report', () => {
  let service: TestService;
  let integrationId = '';

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    integrationId = await connect(service.a.admin, 'prowler');
  });
  afterAll(() => service.stop());

  it.each(FORMATS)(
    'in $format becomes a scan that decides exactly its controls, with evidence for those that it names',
    async ({ report, decided, named }) => {
      const scan = await runImport(service.a.admin, integrationId, report);
      expect(scan).toMatchObject({ status: 'completed', total_controls: CONTROL_COUNT, failure_reason: null });
      const results = await resultsOf(service.a.member, scan.id);
      expect(results).toHaveLength(CONTROL_COUNT);
      expect(decidedBy(results)).toEqual(decided);
      expect(supportedBy(results)).toEqual(expect.arrayContaining(named));
      const statuses = Object.values(decided);
      expect(scan.passed_controls).toBe(statuses.filter((status) => status === 'pass').length);
      expect(scan.failed_controls).toBe(statuses.filter((status) => status === 'fail').length);
      const untouched = results.filter((result) => !result.evaluated);
      expect(untouched.every((result) => result.status === 'not-applicable')).toBe(true);
    },
  );

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
      const results = await resultsOf(service.b.member, scan.id);
      // No rule of the report is one that we know: of all controls only those that it names have evidence.
      expect(supportedBy(results).toSorted()).toEqual(['PCI DSS 6.2.4', 'SOC 2 CC8.1']);
      expect(decidedBy(results)).toEqual({});
    }
  });
});
