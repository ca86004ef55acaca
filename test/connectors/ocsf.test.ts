import { describe, expect, it } from 'vitest';
import { fixture, problemOf, readAll, requirements, verdicts } from './read-all.js';

const CHECK = { class_uid: 2004, metadata: { event_code: 'c', product: { name: 'Prowler' } }, status_code: 'FAIL' };

describe('a report of Prowler in OCSF', () => {
  it('yields one finding for each resource, an unknown one for MANUAL, and none for muted ones', async () => {
    const { format, findings } = await readAll(await fixture('prowler.ocsf.json'));
    expect(format).toBe('prowler-ocsf');
    expect(verdicts(findings)).toEqual([
      'fail iam_root_mfa_enabled arn:aws:iam::111122223333:root',
      'fail iam_root_mfa_enabled arn:aws:iam::111122223333:user/backup',
      'pass cloudtrail_multi_region_enabled -',
      'unknown account_contact_details 111122223333',
      'pass apiserver_anonymous_requests 6f0d1c1e-0000-4000-8000-000000000001',
    ]);
  });

  it.each([
    [
      'iam_user_mfa_enabled_console_access',
      'User svc-backup does not have Console Password enabled.',
      'not_applicable',
    ],
    ['iam_user_mfa_enabled_console_access', 'User anna has Console Password enabled and MFA enabled.', 'pass'],
    ['iam_administrator_access_with_mfa', 'Group readers provides non-administrative access.', 'not_applicable'],
    ['iam_administrator_access_with_mfa', 'Group admins provides administrator access with MFA enabled.', 'pass'],
    ['iam_root_mfa_enabled', 'Group readers provides non-administrative access.', 'pass'],
  ])('takes a pass of %s on what is out of its scope for none: %s', async (rule, text, status) => {
    const event = {
      ...CHECK,
      metadata: { ...CHECK.metadata, event_code: rule },
      status_code: 'PASS',
      status_detail: text,
    };
    const { findings } = await readAll(JSON.stringify([event]));
    expect(findings.map((finding) => finding.status)).toEqual([status]);
  });

  it('yields check, requirements, resource, summary and time of a finding', async () => {
    const { findings } = await readAll(await fixture('prowler.ocsf.json'));
    expect(findings[0]).toEqual({
      check: {
        scanner: 'prowler',
        ruleId: 'iam_root_mfa_enabled',
        title: 'Root user has MFA',
        severity: 'critical',
        requirements: [
          { framework: 'SOC2', id: 'cc_6_1' },
          { framework: 'SOC2', id: 'cc_6_6' },
          { framework: 'ISO27001-2022', id: 'A.8.5' },
        ],
      },
      status: 'fail',
      resource: {
        id: 'arn:aws:iam::111122223333:root',
        name: 'root',
        type: 'AwsIamUser',
        region: 'us-east-1',
        account: '111122223333',
      },
      summary: 'MFA is not on for the root user, "müller" ☂.',
      detectedAt: '2026-11-21T00:36:59.000Z', // 1795221419 seconds
    });
    expect(findings[1]?.resource?.region).toBe('eu-central-1'); // the cloud's, where the resource says none
    expect(findings[2]).toMatchObject({ resource: null, detectedAt: '2026-11-21T00:36:59.314Z' });
    expect(findings[4]).toMatchObject({ resource: { account: 'cluster-a', region: null } });
  });

  it('yields nothing of the raw data of resources', async () => {
    const { findings } = await readAll(await fixture('prowler.ocsf.json'));
    expect(JSON.stringify(findings)).not.toContain('hunter2');
  });

  it('is read as a single object, as JSON lines with or without line breaks, with a byte order mark and white space', async () => {
    const one = JSON.stringify(CHECK);
    for (const text of [one, ` \r\n\t${one}\n\n`, `\uFEFF${one}`, `\uFEFF [${one}]`]) {
      expect((await readAll(text)).findings).toHaveLength(1);
    }
    for (const text of [`${one}\n${one}\r\n${one}\n`, `${one}${one}${one}`]) {
      expect(await readAll(text)).toMatchObject({ format: 'prowler-ocsf', findings: [{}, {}, {}] });
    }
  });

  it('is refused with the place of a missing, unknown or mistyped value', async () => {
    const list = (change: object) => JSON.stringify([CHECK, { ...CHECK, ...change }]);
    expect(await problemOf(list({ status_code: undefined }))).toBe('[1].status_code is missing');
    expect(await problemOf(list({ status_code: 'PERHAPS' }))).toBe('[1].status_code is none of PASS, FAIL and MANUAL');
    expect(await problemOf(list({ status_code: [] }))).toBe('[1].status_code must be text, not an array');
    expect(await problemOf(list({ metadata: { product: { name: 'Prowler' } } }))).toBe(
      '[1].metadata.event_code is missing',
    );
    expect(await problemOf(list({ resources: {} }))).toBe('[1].resources must be an array, not an object');
    expect(await problemOf(list({ resources: [1] }))).toBe('[1].resources[0] must be an object, not a number');
    expect(await problemOf(list({ unmapped: { compliance: { SOC2: 'cc' } } }))).toBe(
      '[1].unmapped.compliance.SOC2 must be an array, not text',
    );
    expect(await problemOf(`${JSON.stringify(CHECK)}\n{"class_uid":2004,"status_code":"PASS","metadata":7}`)).toBe(
      'record 2.metadata must be an object, not a number',
    );
    expect(await problemOf(JSON.stringify([CHECK, { other: 1 }]))).toBe('[1] is neither an OCSF nor an ASFF finding');
  });
});

describe('an OCSF Compliance Finding', () => {
  it('yields pass, fail and unknown for warnings, and neither suppressed findings nor other classes', async () => {
    const { format, findings } = await readAll(await fixture('ocsf-compliance.json'));
    expect(format).toBe('ocsf-compliance-finding');
    expect(verdicts(findings)).toEqual([
      'fail S3.1 arn:aws:s3:::example-logs',
      'pass Backup.1 -',
      'unknown EC2.1 -',
      'pass acme-17 laptop-7',
    ]);
    expect(findings.map(({ check }) => check.scanner)).toEqual([
      'security-hub',
      'security-hub',
      'security-hub',
      'ocsf',
    ]);
    expect(findings.map(({ check }) => check.severity)).toEqual(['high', 'low', 'medium', 'medium']);
  });

  it('yields requirements with their own framework, or for each of the standards', async () => {
    const { findings } = await readAll(await fixture('ocsf-compliance.json'));
    expect(requirements(findings[0])).toEqual([
      'PCI DSS v4.0.1 1.4.4',
      'NIST.800-53.r5 AC-3(7)',
      'pci-dss/v/4.0.1 7.2',
      'nist-800-53/v/5.0.0 7.2',
    ]);
    expect(requirements(findings[3])).toEqual(['CIS Controls v8 3.11']);
  });

  it('yields resource, summary and time', async () => {
    const { findings } = await readAll(await fixture('ocsf-compliance.json'));
    expect(findings[0]).toMatchObject({
      resource: { name: null, type: 'AWS::S3::Bucket', region: 'eu-west-1', account: '444455556666' },
      summary: 'Says whether a bucket may be read by anyone.',
      detectedAt: '2026-11-21T00:36:59.000Z',
    });
    expect(findings[1]).toMatchObject({ summary: 'Every vault is encrypted.', detectedAt: '2026-01-02T03:04:05.000Z' });
  });

  it('is read from an EventBridge event', async () => {
    const finding = { class_uid: 2003, finding_info: { title: 'T' }, compliance: { control: 'S3.1', status: 'Fail' } };
    const event = JSON.stringify({
      'detail-type': 'Findings Imported V2',
      detail: { findings: [finding] },
      version: '0',
    });
    expect(await readAll(event)).toMatchObject({ format: 'ocsf-compliance-finding', findings: [{ status: 'fail' }] });
  });

  it('is refused where no element has a verdict', async () => {
    const threats = JSON.stringify([{ class_uid: 2004, finding_info: { title: 'T' } }, { class_uid: 2002 }]);
    expect(await problemOf(threats)).toMatch(
      /^the format was not recognized: .* without any finding that holds a verdict/,
    );
    expect(await problemOf('[{"class_uid":2003,"compliance":{"control":"x"}}]')).toBe(
      '[0].compliance.status is missing',
    );
  });
});
