import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATA_SERVICES } from '../../../src/connectors/aws/services/data-services.js';
import { collectAws, KEYS, misshapen, verdicts, type CollectedAws } from './collect-aws.js';
import { RecordedAws } from './recorded-aws.js';

const WATCHERS = ['cloudtrail', 'cloudwatch', 'config', 'guardduty', 'inspector2', 'macie', 'securityhub'];
const collectors = DATA_SERVICES.filter(({ service }) => WATCHERS.includes(service));
const ACCOUNT = '123456789012';

describe('the monitoring of an account', () => {
  let aws: RecordedAws;
  let collected: CollectedAws;
  let verdictOf: ReturnType<typeof verdicts>;
  const propertiesOf = (type: string, region: string | null) =>
    collected.resources.find((resource) => resource.type === type && resource.region === region)?.properties;

  beforeAll(async () => {
    aws = await RecordedAws.start();
    // These calls occur in other services too, which need more responses.
    aws.first({ service: 'ec2', action: 'DescribeInstances', body: '<DescribeInstancesResponse/>' });
    aws.first({ service: 'ecr', action: 'DescribeRepositories', body: { repositories: [] } });
    aws.first({ service: 'lambda', action: 'GET /2015-03-31/functions', body: { Functions: [] } });
    aws.first({
      service: 'lambda',
      action: 'GET /2015-03-31/functions',
      region: 'eu-central-1',
      body: { Functions: [{ FunctionName: 'hello' }] },
    });
    collected = await collectAws(aws, { collectors });
    verdictOf = verdicts(collected);
  });
  afterAll(() => aws.stop());

  it('is collected completely, in its documented resource types', () => {
    expect(aws.unanswered).toEqual([]);
    expect(collected.gaps).toEqual([]);
    expect(misshapen(collected.resources)).toEqual([]);
  });

  it('has each trail once, in its home region, whichever regions return it', () => {
    const trails = collected.resources.filter(({ type }) => type === 'AwsCloudTrailTrail');
    expect(trails.map(({ name, region }) => [name, region]).sort()).toEqual([
      ['company', 'eu-central-1'],
      ['old', 'us-east-1'],
    ]);
    expect(propertiesOf('AwsCloudTrailTrail', 'eu-central-1')).toMatchObject({
      bucket_mfa_delete: false,
      log_group: '/trail',
      hours_since_log_group_delivery: 0.5,
      management_events: 'All',
      s3_object_reads: false,
      s3_object_writes: true,
      insight_selectors: ['ApiCallRateInsight'],
    });
    expect(propertiesOf('AwsCloudTrailTrail', 'us-east-1')).toMatchObject({
      bucket_mfa_delete: null,
      management_events: 'WriteOnly',
      s3_object_writes: false,
    });
  });

  it('judges the region of global services although the settings leave it out', async () => {
    const cloudtrail = collectors.filter(({ service }) => service === 'cloudtrail');
    const found = await collectAws(aws, { collectors: cloudtrail, config: { ...KEYS, regions: ['eu-central-1'] } });
    const both = { pass: ['eu-central-1', 'us-east-1'] };
    expect(verdicts(found)['aws.cloudtrail.multi-region-enabled']).toEqual(both);
    expect(found.resources.filter(({ type }) => type === 'AwsCloudTrailTrail')).toHaveLength(2);
  });

  it.each([
    ['multi-region-enabled', { pass: ['eu-central-1', 'us-east-1'] }],
    ['multi-region-enabled-logging-management-events', { pass: ['eu-central-1', 'us-east-1'] }],
    ['log-file-validation-enabled', { pass: ['company'], fail: ['old'] }],
    ['kms-encryption-enabled', { pass: ['company'], fail: ['old'] }],
    ['bucket-requires-mfa-delete', { fail: ['company'] }],
    ['cloudwatch-logging-enabled', { pass: ['company'], fail: ['old'] }],
    ['s3-dataevents-read-enabled', { fail: [ACCOUNT] }],
    ['s3-dataevents-write-enabled', { pass: [ACCOUNT] }],
    ['insights-exist', { pass: ['company'] }],
  ])('aws.cloudtrail.%s has the expected verdicts on trails', (check, expected) => {
    expect(verdictOf[`aws.cloudtrail.${check}`]).toEqual(expected);
  });

  it.each([
    // On the log group of a trail, with an alarm.
    ['log-metric-filter-root-usage', { pass: [ACCOUNT] }],
    // Its alarm has its actions disabled.
    ['log-metric-filter-authentication-failures', { fail: [ACCOUNT] }],
    // On a log group without a trail.
    ['log-metric-filter-sign-in-without-mfa', { fail: [ACCOUNT] }],
    ['log-metric-filter-policy-changes', { fail: [ACCOUNT] }],
    ['alarm-actions-enabled', { pass: ['root-used'], fail: ['sign-in-muted'] }],
    ['log-group-retention-policy-specific-days-enabled', { pass: ['/app', '/trail'], fail: ['/short'] }],
    ['log-group-kms-encryption-enabled', { pass: ['/trail'], fail: ['/app', '/short'] }],
  ])('aws.cloudwatch.%s has the expected verdicts on filters, alarms and log groups', (check, expected) => {
    expect(verdictOf[`aws.cloudwatch.${check}`]).toEqual(expected);
  });

  it.each([
    ['aws.config.recorder-all-regions-enabled', { pass: ['default'], fail: ['default'] }],
    ['aws.config.delegated-admin-and-org-aggregator-all-regions', { pass: [ACCOUNT] }],
    ['aws.guardduty.is-enabled', { pass: ['0a1b'], fail: ['us-east-1'] }],
    ['aws.guardduty.no-high-severity-findings', { fail: ['0a1b'] }],
    ['aws.guardduty.ec2-malware-protection-enabled', { fail: ['0a1b'] }],
    ['aws.guardduty.centrally-managed', { pass: ['0a1b'] }],
    ['aws.securityhub.enabled', { pass: ['eu-central-1'], fail: ['us-east-1'] }],
    ['aws.macie.is-enabled', { pass: ['eu-central-1'], fail: ['us-east-1'] }],
    ['aws.macie.automated-sensitive-data-discovery-enabled', { pass: ['eu-central-1'] }],
    // There is a function, and its code is not scanned.
    ['aws.inspector2.is-enabled', { fail: ['eu-central-1'] }],
    ['aws.inspector2.active-findings-exist', { pass: ['eu-central-1'] }],
  ])('%s has the expected verdicts on the recorded account', (check, expected) => {
    expect(verdictOf[check]).toEqual(expected);
  });

  it('counts findings across pages', () => {
    expect(propertiesOf('AwsGuardDutyDetector', 'eu-central-1')).toMatchObject({ high_severity_findings: 3 });
  });

  it('has names of enabled standards without their region, and none that are being disabled', () => {
    expect(propertiesOf('AwsSecurityHubHub', 'eu-central-1')).toEqual({
      status: 'ACTIVE',
      enabled_standards: ['cis-aws-foundations-benchmark/v/1.2.0'],
      integrations: ['aws/guardduty'],
    });
  });

  it('has normalized alternatives of metric filters', () => {
    const { metric_filters: filters } = propertiesOf('AwsCloudWatchAccount', null) as { metric_filters: object[] };
    expect(filters).toHaveLength(3);
    expect(filters[0]).toMatchObject({
      name: 'root',
      region: 'eu-central-1',
      alternatives: [
        ['$.userIdentity.type = Root', '$.userIdentity.invokedBy NOT EXISTS', '$.eventType != AwsServiceEvent'],
      ],
      trails: ['company'],
      alarms: ['root-used'],
    });
  });
});
