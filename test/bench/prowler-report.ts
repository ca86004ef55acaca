import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loadContent } from '../../src/modules/catalogue/content-load.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

const RESOURCES = 20_000;
/** Every third finding fails, as in a report of a neglected account. */
const FAILING_EVERY = 3;
const FINDINGS_PER_CHUNK = 200;
const MARK = /@(STATUS|RESOURCE)@/;

/** Writes a Prowler OCSF report of `count` findings, about 6 kB each, over all rules that the catalogue knows. */
export async function writeProwlerReport(file: string, count: number): Promise<void> {
  const checks = loadContent(join(SOURCE_ROOT, 'content'))
    .checkFiles.flatMap((each) => each.checks)
    .filter(({ rules }) => rules.prowler);
  const templates = checks.map(({ rules, title }) => {
    return JSON.stringify(findingOf(rules.prowler ?? '', title), null, 4).split(MARK);
  });
  const finding = (no: number) => {
    const words = {
      STATUS: no % FAILING_EVERY === 0 ? 'FAIL' : 'PASS',
      RESOURCE: `arn:aws:ec2:eu-central-1:123456789012:instance/i-${String(no % RESOURCES).padStart(17, '0')}`,
    };
    const template = templates[no % templates.length] ?? [];
    return template.map((part, index) => (index % 2 === 1 ? words[part as keyof typeof words] : part)).join('');
  };
  const chunks = function* () {
    for (let start = 0; start < count; start += FINDINGS_PER_CHUNK) {
      const numbers = Array.from({ length: Math.min(FINDINGS_PER_CHUNK, count - start) }, (_, index) => start + index);
      yield Buffer.from((start === 0 ? '[' : ',') + numbers.map(finding).join(','));
    }
    yield Buffer.from(']\n');
  };
  await pipeline(Readable.from(chunks()), createWriteStream(file));
}

/** A finding modelled on Prowler 5's OCSF output: Detection Finding, class 2004. */
function findingOf(check: string, title: string): object {
  const prose = `${title}. The setting is read for every resource in scope; `.repeat(3);
  return {
    message: `@RESOURCE@: ${title}`,
    metadata: {
      event_code: check,
      product: { name: 'Prowler', uid: 'prowler', vendor_name: 'Prowler', version: '5.40.0' },
      profiles: ['cloud', 'datetime'],
      tenant_uid: '',
      version: '1.5.0',
    },
    severity_id: 3,
    severity: 'Medium',
    status: 'New',
    status_code: '@STATUS@',
    status_detail: `@RESOURCE@: ${title}`,
    status_id: 1,
    unmapped: {
      related_url: '',
      categories: ['logging', 'forensics-ready', 'encryption'],
      depends_on: [],
      related_to: [],
      additional_urls: Array.from({ length: 6 }, (_, no) => `https://docs.example/security/${check}/guidance/${no}`),
      notes: prose,
      compliance: {
        'NIST-800-53-Revision-5': ['ac_2_1', 'ac_3', 'ac_6', 'au_2_b', 'sc_7_3', 'si_4'],
        'NIST-CSF-2.0': ['pt_1', 'ae_3', 'cm_3'],
        'ISO27001-2022': ['A.8.15', 'A.8.16'],
        SOC2: ['cc_6_1', 'cc_7_2'],
        HIPAA: ['164_308_a_1_ii_d', '164_312_b'],
        'PCI-4.0': ['10.2.1.1', '10.3.4', '8.3.6'],
        'FedRamp-Moderate-Revision-4': ['au-2-a-d', 'au-12-a-c'],
        'CIS-4.0.1': ['2.1.3', '3.5'],
        'C5-2025': ['OPS-12.01B', 'OPS-15.01B'],
        'KISA-ISMS-P-2023': ['2.9.4'],
      },
      scan_id: '01a1fb88-f532-717f-b9c4-04cf6ff84011',
      provider_uid: '123456789012',
      provider: 'aws',
    },
    activity_name: 'Create',
    activity_id: 1,
    finding_info: {
      analytic: { category: 'ec2', name: title, type: 'Rule', type_id: 1, uid: check },
      created_time: 1_795_221_419,
      created_time_dt: '2026-11-21T00:36:59.314338',
      desc: prose,
      title,
      types: ['Software and Configuration Checks/AWS Security Best Practices'],
      uid: `prowler-aws-${check}-123456789012-eu-central-1-@RESOURCE@`,
    },
    resources: [
      {
        cloud_partition: 'aws',
        region: 'eu-central-1',
        data: {
          details: '',
          metadata: { arn: '@RESOURCE@', id: '@RESOURCE@', tags: [{ Key: 'team', Value: 'core' }], prose },
        },
        group: { name: 'ec2' },
        labels: [],
        name: '@RESOURCE@',
        type: 'AwsEc2Instance',
        uid: '@RESOURCE@',
      },
    ],
    category_name: 'Findings',
    category_uid: 2,
    class_name: 'Detection Finding',
    class_uid: 2004,
    cloud: {
      account: { name: 'core', type: 'AWS Account', type_id: 10, uid: '123456789012', labels: [] },
      org: { name: '', ou_uid: '', ou_name: '', uid: '' },
      provider: 'aws',
      region: 'eu-central-1',
    },
    remediation: { desc: prose, references: [`https://docs.example/fix/${check}`, `aws ec2 fix --check ${check}`] },
    risk_details: prose,
    time: 1_795_221_419,
    time_dt: '2026-11-21T00:36:59.314338',
    type_name: 'Detection Finding: Create',
    type_uid: 200_401,
  };
}
