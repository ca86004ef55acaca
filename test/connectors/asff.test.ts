import { describe, expect, it } from 'vitest';
import { prowlerRequirements, requirementOf } from '../../src/connectors/reports/requirement.js';
import { fixture, problemOf, readAll, requirements, verdicts } from './read-all.js';

const FINDING = {
  SchemaVersion: '2018-10-08',
  GeneratorId: 'security-control/S3.2',
  Resources: [{ Id: 'arn:aws:s3:::a' }],
  Compliance: { Status: 'PASSED' },
};

describe('a report in ASFF', () => {
  it('yields a finding for every verdict, unknown ones too, and drops suppressed and archived ones', async () => {
    const { format, findings } = await readAll(await fixture('asff.json'));
    expect(format).toBe('asff');
    expect(verdicts(findings)).toEqual([
      'fail cis-aws-foundations-benchmark/v/1.2.0/1.1 AWS::::Account:111122223333',
      'pass S3.2 arn:aws:s3:::a',
      'pass S3.2 arn:aws:s3:::b',
      'unknown S3.5 -', // WARNING
      'unknown S3.6 -', // NOT_AVAILABLE
      'not_applicable RDS.1 -', // AWS Config: nothing to look at
      'not_applicable RDS.2 -', // PASSED, because there are no databases
      'fail iam_root_mfa_enabled arn:aws:iam::111122223333:root',
    ]);
    expect(findings.map(({ check }) => check.scanner)).toEqual([...Array<string>(7).fill('security-hub'), 'prowler']);
  });

  it('yields check, resource, summary and time of a finding', async () => {
    const { findings } = await readAll(await fixture('asff.json'));
    expect(findings[0]).toEqual({
      check: {
        scanner: 'security-hub',
        ruleId: 'cis-aws-foundations-benchmark/v/1.2.0/1.1',
        title: '1.1 Root is not used',
        severity: 'low',
        requirements: [{ framework: 'cis-aws-foundations-benchmark/v/1.2.0', id: '1.1' }],
      },
      status: 'fail',
      resource: {
        id: 'AWS::::Account:111122223333',
        name: null,
        type: 'AwsAccount',
        region: 'eu-west-1',
        account: '111122223333',
      },
      summary: 'No trail covers all regions.',
      detectedAt: '2026-02-03T04:05:06.000Z', // 05:05:06+01:00
    });
    expect(findings[1]).toMatchObject({
      check: { severity: 'critical' }, // Normalized 90
      resource: { region: 'eu-west-1' },
      summary: 'Whether buckets can be read by anyone.',
      detectedAt: '2026-02-01T00:00:00.000Z',
    });
    expect(findings[2]?.resource?.region).toBe('us-east-1');
  });

  it('reads requirements in every notation that Security Hub and Prowler use', async () => {
    const { findings } = await readAll(await fixture('asff.json'));
    expect(requirements(findings[1])).toEqual([
      'PCI DSS v4.0.1 1.2.3',
      'NIST.800-53.r5 AC-2',
      'NIST.800-171.r2 3.1.1',
      'PCI DSS v3.2.1 7.1',
    ]);
    const fedRamp = ['ac-2-1', 'ac-2-f', 'ac-2-g', 'ac-3', 'ac-6-10'].map((id) => `FedRamp-Moderate-Revision-4 ${id}`);
    expect(requirements(findings[7])).toEqual(['CIS-1.4 1.5', 'CIS-1.4 1.6', ...fedRamp]);
  });

  it('is read as an array, with keys in any order, as an event, as a single finding, and as a response without findings', async () => {
    const forms = [
      JSON.stringify([FINDING]),
      JSON.stringify({ NextToken: 'x', Findings: [FINDING], ResponseMetadata: { HTTPStatusCode: 200 } }),
      JSON.stringify({ Findings: [FINDING], NextToken: 'x' }),
      JSON.stringify({ version: '0', detail: { findings: [FINDING] }, source: 'aws.securityhub' }),
      JSON.stringify(FINDING),
    ];
    for (const form of forms)
      expect(await readAll(form)).toMatchObject({ format: 'asff', findings: [{ status: 'pass' }] });
    expect(await readAll('{"Findings":[]}')).toEqual({ format: 'asff', findings: [] });
  });

  it('finds the rule in each field that has held it over time', async () => {
    const ruleOf = async (change: object) => {
      const { findings } = await readAll(JSON.stringify([{ ...FINDING, ...change }]));
      return findings[0]?.check.ruleId;
    };
    const cis14 = 'cis-aws-foundations-benchmark/v/1.4.0/1.10';
    expect(await ruleOf({})).toBe('S3.2');
    expect(await ruleOf({ GeneratorId: cis14 })).toBe(cis14);
    expect(await ruleOf({ GeneratorId: 'x', ProductFields: { ControlId: 'IAM.4' } })).toBe('IAM.4');
    expect(
      await ruleOf({
        GeneratorId: 'x',
        ProductFields: { ControlId: '1.10', StandardsArn: `arn:aws:securityhub:::standards/${cis14.slice(0, -5)}` },
      }),
    ).toBe(cis14);
    expect(await ruleOf({ GeneratorId: 'pci-dss/v/3.2.1/PCI.S3.1' })).toBe('PCI.S3.1');
    expect(await ruleOf({ GeneratorId: 'other-scanner/rule 7' })).toBe('other-scanner/rule 7');
  });

  it('is refused with the place of a wrong value', async () => {
    const file = (change: object) => JSON.stringify({ Findings: [FINDING, { ...FINDING, ...change }] });
    expect(await problemOf(file({ Compliance: { Status: 'MAYBE' } }))).toBe(
      'Findings[1].Compliance.Status is none of PASSED, FAILED, WARNING and NOT_AVAILABLE',
    );
    expect(await problemOf(file({ Compliance: { Status: 1 } }))).toBe(
      'Findings[1].Compliance.Status must be text, not a number',
    );
    expect(await problemOf(file({ Compliance: 'PASSED' }))).toBe('Findings[1].Compliance must be an object, not text');
    expect(await problemOf(file({ Resources: [{ Id: {} }] }))).toBe(
      'Findings[1].Resources[0].Id must be text, not an object',
    );
  });
});

describe('a requirement in a line of text', () => {
  it('is split into framework and id', () => {
    expect(requirementOf('CIS AWS Foundations Benchmark v1.2.0/1.12')).toEqual({
      framework: 'CIS AWS Foundations Benchmark v1.2.0',
      id: '1.12',
    });
    expect(requirementOf('NIST.800-53.r5 AC-2 (1)')).toEqual({ framework: 'NIST.800-53.r5', id: 'AC-2 (1)' });
    expect(requirementOf('1.2.3')).toBeNull();
    expect(requirementOf('Requirement 1.2.3')).toBeNull();
    expect(requirementOf('')).toBeNull();
  });

  it('drops the last id of a line that Prowler may have truncated', () => {
    expect(prowlerRequirements('SOC2 cc_6_1 cc_6_6')).toHaveLength(2);
    expect(prowlerRequirements(`SOC2 ${'a'.repeat(54)} cc_`)).toEqual([{ framework: 'SOC2', id: 'a'.repeat(54) }]);
  });
});
