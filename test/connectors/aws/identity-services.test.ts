import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IDENTITY_SERVICES } from '../../../src/connectors/aws/services/identity-services.js';
import { collectAws, KEYS, misshapen, verdicts, type CollectedAws } from './collect-aws.js';
import { RecordedAws } from './recorded-aws.js';

const collectors = IDENTITY_SERVICES.filter(({ service }) => service !== 'iam');
const config = { ...KEYS, trusted_accounts: ['222222222222'], approved_regions: ['eu-central-1'] };

let aws: RecordedAws;
let collected: CollectedAws;

beforeAll(async () => {
  aws = await RecordedAws.start();
  collected = await collectAws(aws, { collectors, config });
});

afterAll(async () => aws.stop());

function propertiesOf(name: string): unknown {
  return collected.resources.find((resource) => resource.name === name)?.properties;
}

describe('an account and its stand-alone services', () => {
  it('are collected in every region, from all pages, without a gap', () => {
    expect(aws.unanswered).toEqual([]);
    expect(collected.gaps).toEqual([]);
    expect(misshapen(collected.resources)).toEqual([]);
  });

  it('get the verdicts that were worked out by hand', () => {
    const account = '123456789012';
    expect(verdicts(collected)).toEqual({
      'aws.account.security-contact-information-is-registered': { pass: ['small-clinic'] },
      // There is no operations contact.
      'aws.account.maintain-different-contact-details-to-security-billing-and-operations': { fail: ['small-clinic'] },
      'aws.organizations.scp-check-deny-regions': { pass: ['o-clinic0001'] },
      'aws.organizations.delegated-administrators': { fail: ['o-clinic0001'] },
      'aws.organizations.tags-policies-enabled-and-attached': { pass: ['o-clinic0001'] },
      'aws.accessanalyzer.enabled': { pass: ['eu-central-1'], fail: ['us-east-1'] },
      'aws.accessanalyzer.enabled-without-findings': { fail: ['outside'] },
      'aws.resourceexplorer2.indexes-found': { pass: [account] },
      'aws.ssm.managed-compliant-patching': { pass: ['patches of i-0b'], fail: ['patches of i-0a'] },
      // There is no response plan.
      'aws.ssmincidents.enabled-with-plans': { fail: [account] },
      'aws.cloudformation.stacks-termination-protection-enabled': { pass: ['network'], fail: ['app'] },
      'aws.codebuild.project-no-secrets-in-variables': { pass: ['clean'], fail: ['leaky'] },
      'aws.ses.identity-dkim-enabled': {
        pass: ['clinic.example', 'desk@clinic.example'],
        fail: ['desk@other.example'],
      },
      'aws.shield.advanced-protection-in-internet-facing-load-balancers': { pass: ['portal'], fail: ['legacy'] },
      'aws.drs.job-exist': { pass: ['eu-central-1'] },
      'aws.appstream.fleet-session-idle-disconnect-timeout': { pass: ['radiology'], fail: ['idle-forever'] },
      'aws.workspaces.volume-encryption-enabled': { pass: ['ws-aaaaaaaa1'], fail: ['ws-bbbbbbbb2'] },
    });
  });

  it('count findings across pages', () => {
    expect(propertiesOf('outside')).toMatchObject({ active_findings: 2 });
  });

  it('have the names of variables and never their values', () => {
    expect(propertiesOf('leaky')).toMatchObject({
      plaintext_variables: ['DB_PASSWORD', 'REGION'],
      secrets_in_variables: ['DB_PASSWORD'],
    });
    expect(JSON.stringify(collected.resources)).not.toContain('winter-in-the-clinic');
  });

  it('have the latest disaster recovery job, whatever the order of the response', () => {
    const regions = collected.resources.filter(({ type }) => type === 'AwsDrsRegion');
    expect(regions.find(({ region }) => region === 'eu-central-1')?.properties).toEqual({
      is_initialized: true,
      job_count: 2,
      last_job_kind: 'START_DRILL',
      last_job_age_days: 10,
    });
  });
});

describe('an account without an organization, and a member account', () => {
  it('has no organization resource and no gap', async () => {
    aws.first({
      service: 'organizations',
      action: 'DescribeOrganization',
      error: 'AWSOrganizationsNotInUseException',
      times: 1,
    });
    const organizations = collectors.filter(({ service }) => service === 'organizations');
    const alone = await collectAws(aws, { collectors: organizations });
    expect([alone.resources, alone.gaps]).toEqual([[], []]);

    const Organization = { Id: 'o-1', Arn: 'arn:o-1', FeatureSet: 'ALL', MasterAccountId: '999999999999' };
    aws.first({ service: 'organizations', action: 'DescribeOrganization', body: { Organization }, times: 1 });
    const member = await collectAws(aws, { collectors: organizations });
    expect([member.resources, member.gaps]).toEqual([[], []]);
  });
});

describe('an account without Shield Advanced', () => {
  it('has no load balancer in the scope of its check', async () => {
    aws.first({ service: 'shield', action: 'GetSubscriptionState', body: { SubscriptionState: 'INACTIVE' }, times: 1 });
    const shield = await collectAws(aws, { collectors: collectors.filter(({ service }) => service === 'shield') });
    expect(verdicts(shield)).toEqual({
      'aws.shield.advanced-protection-in-internet-facing-load-balancers': { not_applicable: [] },
    });
  });
});
