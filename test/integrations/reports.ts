import { ADMIN_MFA, AUDIT_TRAIL, CONSOLE_MFA } from '../catalogue/decided.js';

/** Small reports of each format, made for these tests. What their findings mean is worked out in the tests by hand. */

export interface ProwlerFinding {
  rule: string;
  status: 'PASS' | 'FAIL' | 'MANUAL';
  resource?: string | null;
  /** Requirement ids by framework, as Prowler labels it. */
  requirements?: Record<string, string[]>;
  isMuted?: boolean;
  /** `severity_id` of OCSF, 5 for critical. @default 4 // high */
  severity?: number;
  text?: string;
}

/** A finding of AUDIT_TRAIL's rule, or of another, that fails on a resource. */
export function fails(resource: string | null, rule: string = AUDIT_TRAIL.prowler): ProwlerFinding {
  return { rule, status: 'FAIL', resource };
}

/** Such a finding that passes. */
export function passes(resource: string | null, rule: string = AUDIT_TRAIL.prowler): ProwlerFinding {
  return { rule, status: 'PASS', resource };
}

/** Prowler's OCSF (Detection Findings). */
export function prowlerReport(findings: ProwlerFinding[]): string {
  return JSON.stringify(
    findings.map(({ rule, status, resource = 'r-1', requirements = {}, isMuted = false, severity = 4, text }) => ({
      class_uid: 2004,
      message: text ?? `${rule} is ${status}`,
      metadata: { event_code: rule, product: { name: 'Prowler', vendor_name: 'Prowler', version: '5.40.0' } },
      severity: severity === 5 ? 'Critical' : 'High',
      severity_id: severity,
      status: isMuted ? 'Suppressed' : 'New',
      status_id: isMuted ? 3 : 1,
      status_code: status,
      status_detail: text ?? `${rule} is ${status}`,
      unmapped: { compliance: requirements, provider_uid: '111122223333' },
      finding_info: { title: `About ${rule}`, uid: `f-${rule}` },
      resources: resource === null ? [] : [{ uid: resource, name: resource, type: 'Thing', region: 'eu-west-1' }],
      cloud: { account: { uid: '111122223333' }, region: 'eu-west-1' },
      time: 1_795_221_419,
    })),
  );
}

/** One verdict on one SOC 2 criterion, from a rule that is not in our catalogue: evidence, which decides nothing. */
export function verdictOn(criterion: string, status: 'PASS' | 'FAIL'): ProwlerFinding {
  return { rule: `example_rule_about_${criterion}`, status, requirements: { SOC2: [criterion] } };
}

/** A verdict of the rule that alone decides PCI DSS 10.2.1.6 and others; see `AUDIT_TRAIL`. */
export function auditTrail(status: 'PASS' | 'FAIL'): ProwlerFinding {
  return { rule: AUDIT_TRAIL.prowler, status };
}

/** Verdicts of all rules that together decide PCI DSS 8.4.1; see `ADMIN_MFA`. */
export function adminMfa(status: 'PASS' | 'FAIL'): ProwlerFinding[] {
  return ADMIN_MFA.map(({ prowler: rule }) => ({ rule, status }));
}

/** Verdicts of rules one of which decides PCI DSS 8.4.3; see `CONSOLE_MFA`. */
export function consoleMfa(status: 'PASS' | 'FAIL'): ProwlerFinding[] {
  return CONSOLE_MFA.map(({ prowler: rule }) => ({ rule, status }));
}

/** A SARIF report of a linter: `count` rules, each of which fails on one file more than the one before. */
export function lintReport(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const place = (file: number) => ({ physicalLocation: { artifactLocation: { uri: `src/${file}.c` } } });
  return JSON.stringify({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Linter', rules: numbers.map((number) => ({ id: `LINT${number}` })) } },
        results: numbers.flatMap((number) =>
          Array.from({ length: number }, (_, file) => ({
            ruleId: `LINT${number}`,
            level: number === 1 ? 'error' : 'note',
            message: { text: 'Found.' },
            locations: [place(file)],
          })),
        ),
      },
    ],
  });
}

/** OCSF Compliance Findings (2003), of Security Hub and of another product. */
export const OCSF_2003 = JSON.stringify([
  {
    class_uid: 2003,
    severity_id: 4,
    status_id: 1,
    metadata: { product: { name: 'Security Hub', vendor_name: 'AWS' } },
    finding_info: { title: 'Snapshots are private' },
    cloud: { account: { uid: '111122223333' }, region: 'eu-west-1' },
    compliance: { control: 'RDS.1', status: 'Fail', status_id: 3, standards: ['standards/soc2'] },
    resources: [{ uid: 'arn:aws:rds:eu-west-1:111122223333:snapshot:a', type: 'AWS::RDS::DBSnapshot' }],
  },
  {
    class_uid: 2003,
    severity_id: 2,
    metadata: { product: { name: 'Acme Scan', vendor_name: 'Acme' }, event_code: 'acme-1' },
    finding_info: { title: 'Segments' },
    compliance: { status: 'Pass', status_id: 1, requirements: ['PCI DSS v4.0.1/1.4.4', 'PCI DSS v3.2.1/1.2.1'] },
    resources: [{ uid: 'segment-1', type: 'Network' }],
  },
  {
    class_uid: 2003,
    status_id: 3,
    metadata: { product: { name: 'Acme Scan', vendor_name: 'Acme' }, event_code: 'acme-2' },
    finding_info: { title: 'Muted' },
    compliance: { status: 'Fail', status_id: 3, requirements: ['PCI DSS v4.0.1/1.4.4'] },
    resources: [{ uid: 'segment-2', type: 'Network' }],
  },
]);

const ASFF_COMMON = { SchemaVersion: '2018-10-08', AwsAccountId: '111122223333', Region: 'eu-west-1' };

/** The AWS Security Finding Format. */
export const ASFF = JSON.stringify({
  Findings: [
    {
      ...ASFF_COMMON,
      GeneratorId: 'security-control/RDS.1',
      Title: 'Snapshots are private',
      Severity: { Label: 'MEDIUM' },
      Resources: [{ Type: 'AwsRdsDbSnapshot', Id: 'arn:aws:rds:eu-west-1:111122223333:snapshot:a' }],
      Compliance: { Status: 'FAILED', SecurityControlId: 'RDS.1', RelatedRequirements: ['PCI DSS v4.0.1/6.2.4'] },
      RecordState: 'ACTIVE',
    },
    {
      ...ASFF_COMMON,
      GeneratorId: 'security-control/Example.99',
      Title: 'Not one of the controls we know',
      Resources: [{ Type: 'Other', Id: 'thing-1' }],
      Compliance: {
        Status: 'PASSED',
        SecurityControlId: 'Example.99',
        RelatedRequirements: ['PCI DSS v4.0.1/1.4.4', 'PCI DSS v3.2.1/6.5.1', 'NIST.800-171.r2 3.1.12'],
      },
    },
    {
      ...ASFF_COMMON,
      GeneratorId: 'security-control/Example.99',
      Title: 'Suppressed',
      Resources: [{ Type: 'Other', Id: 'thing-2' }],
      Compliance: { Status: 'FAILED', SecurityControlId: 'Example.99', RelatedRequirements: ['PCI DSS v4.0.1/1.4.4'] },
      Workflow: { Status: 'SUPPRESSED' },
    },
  ],
});

const RULE = 'xccdf_org.ssgproject.content_rule_';
const HIPAA = 'https://www.gpo.gov/fdsys/pkg/CFR-2007-title45-vol1/pdf/CFR-2007-title45-vol1-chapA-subchapC.pdf';

/** An XCCDF benchmark with its result, as OpenSCAP writes it. */
export const XCCDF = `<?xml version="1.0"?>
<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="b">
  <Rule id="${RULE}file_permissions_var_log_auth" severity="low"><title>Logs are closed to others</title></Rule>
  <Rule id="${RULE}example_of_our_own" severity="high">
    <title>Logs are looked at</title><reference href="${HIPAA}">164.308(a)(1)(ii)(D)</reference>
  </Rule>
  <Rule id="${RULE}example_not_run"><title>Not run</title><reference href="${HIPAA}">164.308(a)(1)(ii)(A)</reference></Rule>
  <TestResult id="t" end-time="2026-11-21T00:28:18+00:00">
    <target>host-1</target>
    <rule-result idref="${RULE}file_permissions_var_log_auth"><result>fail</result></rule-result>
    <rule-result idref="${RULE}example_of_our_own"><result>pass</result></rule-result>
    <rule-result idref="${RULE}example_not_run"><result>notchecked</result></rule-result>
  </TestResult>
</Benchmark>`;

/** A SARIF log whose rules name requirements by taxonomy and by tag. */
export const SARIF = JSON.stringify({
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'ExampleScan',
          rules: [
            { id: 'EX1', shortDescription: { text: 'Hashes are strong' } },
            { id: 'EX2', shortDescription: { text: 'Reviewed' }, properties: { tags: ['SOC2 CC8.1', 'quality'] } },
          ],
        },
      },
      taxonomies: [{ name: 'PCI DSS 4.0.1', taxa: [{ id: '6.2.4' }] }],
      results: [
        { ruleId: 'EX1', kind: 'pass', message: { text: 'Strong.' }, locations: place('src/a.c') },
        {
          ruleId: 'EX1',
          message: { text: 'Weak.' },
          locations: place('src/b.c'),
          taxa: [{ id: '6.2.4', toolComponent: { index: 0 } }],
        },
        { ruleId: 'EX2', kind: 'pass', message: { text: 'Reviewed.' }, locations: place('src/c.c') },
        {
          ruleId: 'EX2',
          message: { text: 'Suppressed.' },
          locations: place('src/d.c'),
          suppressions: [{ kind: 'inSource' }],
        },
      ],
    },
  ],
});

function place(uri: string): object[] {
  return [{ physicalLocation: { artifactLocation: { uri } } }];
}

function oscalFinding(id: string, framework: string | null, state: string): object {
  const props = framework === null ? [] : [{ name: 'framework', value: framework }];
  const target = { type: 'objective-id', 'target-id': id, props, status: { state } };
  return { uuid: `f-${id}-${state}`, title: id, description: `${id} is ${state}`, target };
}

/** OSCAL assessment results. */
export const OSCAL = JSON.stringify({
  'assessment-results': {
    uuid: '11111111-1111-4111-8111-111111111111',
    metadata: { title: 'Example', 'oscal-version': '1.1.2' },
    results: [
      {
        uuid: '22222222-2222-4222-8222-222222222222',
        title: 'June',
        findings: [
          oscalFinding('cc6.1_obj', 'SOC2', 'satisfied'),
          oscalFinding('a.8.15_obj', 'ISO27001-2022', 'not-satisfied'),
          oscalFinding('ac-2_obj', null, 'not-satisfied'),
        ],
      },
    ],
  },
});
