import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AwsConnector } from '../../../src/connectors/aws/aws.connector.js';
import type { AwsService } from '../../../src/connectors/aws/aws-service.js';
import { AWS_SERVICES } from '../../../src/connectors/aws/aws-services.js';
import { codebuild } from '../../../src/connectors/aws/services/codebuild.js';
import { ssm } from '../../../src/connectors/aws/services/ssm.js';
import { workspaces } from '../../../src/connectors/aws/services/workspaces.js';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { checkedSettings, secretNames } from '../../../src/connectors/settings.js';
import { shapesByType } from '../../checks/content.js';
import { collectAws, KEYS, probeAws, verdicts } from './collect-aws.js';
import { RecordedAws } from './recorded-aws.js';

const ONE: readonly AwsService[] = [workspaces];
const COMPLETE = {
  'aws.workspaces.volume-encryption-enabled': { pass: ['ws-aaaaaaaa1'], fail: ['ws-bbbbbbbb2'] },
};
const DESKTOPS = { service: 'workspaces', action: 'DescribeWorkspaces', region: 'eu-central-1' };

let aws: RecordedAws;
beforeEach(async () => {
  aws = await RecordedAws.start();
});
afterEach(async () => aws.stop());

const regionsAsked = () =>
  [...new Set(aws.calls.filter(({ service }) => service === 'workspaces').map(({ region }) => region))].sort();

describe('the regions and services of a collection', () => {
  it('are all regions that the account has enabled', async () => {
    await collectAws(aws, { collectors: ONE });
    expect(regionsAsked()).toEqual(['eu-central-1', 'us-east-1']);
  });

  it('are the regions of the settings that are enabled', async () => {
    await collectAws(aws, { collectors: ONE, config: { ...KEYS, regions: ['eu-central-1', 'ap-east-1'] } });
    expect(regionsAsked()).toEqual(['eu-central-1']);
  });

  it('exclude the services of the settings, whose checks are not evaluated', async () => {
    const config = { ...KEYS, excluded_services: ['workspaces'] };
    const { readTypes } = await collectAws(aws, { collectors: [workspaces, codebuild], config });
    expect(readTypes).toEqual(['AwsCodeBuildProject']);
    expect(regionsAsked()).toEqual([]);
  });

  it('yield progress that rises to 1', async () => {
    const { progress } = await collectAws(aws, { collectors: [workspaces, codebuild] });
    expect(progress).toEqual([0.25, 0.5, 0.75, 1]);
  });
});

describe('a throttled service', () => {
  it('is retried until it answers', async () => {
    aws.first({ ...DESKTOPS, status: 400, error: 'ThrottlingException', times: 1 });
    aws.first({ ...DESKTOPS, status: 503, error: 'ServiceUnavailableException', times: 1 });
    const collected = await collectAws(aws, { collectors: ONE });
    expect(collected.gaps).toEqual([]);
    expect(verdicts(collected)).toEqual(COMPLETE);
  });

  it('leaves a gap in its region after the last attempt, so that its checks do not pass', async () => {
    aws.first({ ...DESKTOPS, region: 'us-east-1', status: 400, error: 'ThrottlingException' });
    const collected = await collectAws(aws, { collectors: ONE });
    expect(collected.gaps).toEqual([
      {
        resourceTypes: ['AwsWorkspacesWorkspace'],
        region: 'us-east-1',
        account: '123456789012',
        reason:
          'AWS did not answer workspaces:DescribeWorkspaces in the end (ThrottlingException), after several attempts.',
      },
    ]);
    expect(verdicts(collected)).toEqual({ 'aws.workspaces.volume-encryption-enabled': { fail: ['ws-bbbbbbbb2'] } });
  });
});

describe('a refused permission', () => {
  const denied = { ...DESKTOPS, status: 400, error: 'AccessDeniedException' };

  it('becomes a gap that names the IAM action', async () => {
    aws.first({ ...denied, message: 'User is not authorized to perform: workspaces:DescribeWorkspaces' });
    const { gaps } = await collectAws(aws, { collectors: ONE });
    expect(gaps.map(({ region, reason }) => [region, reason])).toEqual([
      [
        'eu-central-1',
        'AWS refused workspaces:DescribeWorkspaces: allow this action in the policy of the integration.',
      ],
    ]);
  });

  it('is distinguished from an explicit denial by a policy', async () => {
    aws.first({ ...denied, message: 'not authorized … with an explicit deny in a service control policy' });
    const { gaps } = await collectAws(aws, { collectors: ONE });
    expect(gaps[0]?.reason).toContain('a policy denies it outright');
  });

  it('is the only problem that a probe returns', async () => {
    const collectors = [workspaces, codebuild, ssm];
    expect(await probeAws(aws, { collectors })).toEqual([]);
    aws.first({ ...denied, service: 'codebuild', action: 'BatchGetProjects' });
    expect(await probeAws(aws, { collectors })).toEqual([
      'AWS refused codebuild:BatchGetProjects: allow this action in the policy of the integration.',
    ]);
  });

  it('to list regions fails with a message that names the action and the setting', async () => {
    aws.first({ service: 'ec2', action: 'DescribeRegions', status: 403, error: 'UnauthorizedOperation' });
    expect(await probeAws(aws, { collectors: ONE })).toEqual([
      'AWS refused ec2:DescribeRegions: allow this action in the policy of the integration. Or name the regions in the settings.',
    ]);
    const config = { ...KEYS, regions: ['eu-central-1'] };
    expect(verdicts(await collectAws(aws, { collectors: ONE, config }))).toEqual(COMPLETE);
  });
});

describe('a region that the account has not enabled', () => {
  it('is skipped without a gap although it refuses the credentials', async () => {
    aws.first({ ...DESKTOPS, status: 400, error: 'UnrecognizedClientException' });
    const { gaps, resources } = await collectAws(aws, { collectors: ONE });
    expect([gaps, resources]).toEqual([[], []]);
  });
});

describe('refused credentials', () => {
  const refused = { service: 'sts', action: 'GetCallerIdentity', status: 403, error: 'InvalidClientTokenId' };

  it('throw ConnectionLost at once', async () => {
    aws.first(refused);
    await expect(collectAws(aws, { collectors: ONE })).rejects.toThrow(ConnectionLost);
    expect(await probeAws(aws, { collectors: ONE })).toEqual([
      'AWS refused the credentials for sts:GetCallerIdentity (InvalidClientTokenId).',
    ]);
  });

  it('throw ConnectionLost when they expire during a collection', async () => {
    aws.first({ ...DESKTOPS, status: 400, error: 'ExpiredTokenException' });
    aws.first({ ...refused, error: 'ExpiredToken' });
    aws.first({ service: 'sts', action: 'GetCallerIdentity', body: IDENTITY, times: 1 });
    await expect(collectAws(aws, { collectors: ONE })).rejects.toThrow(ConnectionLost);
  });

  it('are distinguished from an unreachable AWS, which also throws ConnectionLost', async () => {
    await aws.stop();
    await expect(collectAws(aws, { collectors: ONE })).rejects.toThrow('AWS cannot be reached.');
    aws = await RecordedAws.start();
  });
});

describe('an aborted collection', () => {
  it('ends and sends no further request', async () => {
    const controller = new AbortController();
    controller.abort(new Error('cancelled'));
    await expect(collectAws(aws, { collectors: ONE, signal: controller.signal })).rejects.toThrow('cancelled');
    expect(aws.calls).toEqual([]);
  });
});

const IDENTITY =
  '<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::123456789012:user/u</Arn><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>';
const ROLE = { role_arn: 'arn:aws:iam::123456789012:role/crosswalk', external_id: 'tenant-0001' };
const ASSUMED = `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIAROLE000000000001</AccessKeyId>
  <SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2026-11-20T13:00:00Z</Expiration>
  </Credentials></AssumeRoleResult></AssumeRoleResponse>`;

describe('a role', () => {
  it('is assumed once, with its external id', async () => {
    aws.first({ service: 'sts', action: 'AssumeRole', when: { ExternalId: 'tenant-0001' }, body: ASSUMED });
    const collected = await collectAws(aws, { collectors: ONE, config: { ...KEYS, ...ROLE } });
    expect(verdicts(collected)).toEqual(COMPLETE);
    const keys = (action: string) => aws.calls.filter((call) => call.action === action).map((call) => call.accessKey);
    expect(keys('AssumeRole')).toEqual([KEYS.access_key_id]);
    expect(new Set(keys('DescribeWorkspaces'))).toEqual(new Set(['ASIAROLE000000000001']));
  });

  it('that cannot be assumed throws ConnectionLost, which names the trust policy', async () => {
    aws.first({ service: 'sts', action: 'AssumeRole', status: 403, error: 'AccessDenied' });
    const collecting = collectAws(aws, { collectors: ONE, config: { ...KEYS, ...ROLE } });
    await expect(collecting).rejects.toThrow(/sts:AssumeRole: the trust policy of the role/);
  });

  it("is not assumed with the service's own credentials unless the operator allows it", async () => {
    await expect(collectAws(aws, { collectors: ONE, config: ROLE })).rejects.toThrow(/no AWS credentials of its own/);
    expect(aws.calls).toEqual([]);
  });
});

describe("a role that is assumed with the service's own credentials", () => {
  const before = { ...process.env };
  beforeEach(() => {
    process.env.AWS_ACCESS_KEY_ID = 'AKIAOPERATOR00000001';
    process.env.AWS_SECRET_ACCESS_KEY = 'of-the-operator';
  });
  afterEach(() => {
    process.env = { ...before };
  });
  const withExternalId = { service: 'sts', action: 'AssumeRole', when: { ExternalId: 'tenant-0001' }, body: ASSUMED };

  it('is used where it requires its external id', async () => {
    aws.first({ service: 'sts', action: 'AssumeRole', status: 403, error: 'AccessDenied' });
    aws.first(withExternalId);
    const collected = await collectAws(aws, { collectors: ONE, config: ROLE, lendsOwnCredentials: true });
    expect(verdicts(collected)).toEqual(COMPLETE);
  });

  it('is refused where it does not require an external id', async () => {
    aws.first({ service: 'sts', action: 'AssumeRole', body: ASSUMED });
    const collecting = collectAws(aws, { collectors: ONE, config: ROLE, lendsOwnCredentials: true });
    await expect(collecting).rejects.toThrow(/has to ask for the external id/);
    expect(aws.calls.map(({ service }) => service)).toEqual(['sts']);
  });

  it('is refused without an external id in the settings', async () => {
    const config = { role_arn: ROLE.role_arn };
    const collecting = collectAws(aws, { collectors: ONE, config, lendsOwnCredentials: true });
    await expect(collecting).rejects.toThrow(/needs an external id/);
  });
});

describe('the permissions and settings of the connector', () => {
  const connector = new AwsConnector();

  it('list every IAM action of every service, in policies within the size limit of AWS', () => {
    const policies = connector.permissions.filter(({ title }) => title.startsWith('Policy'));
    for (const { text } of policies) expect(text.replace(/\s/g, '').length).toBeLessThanOrEqual(6_144);
    const text = policies.map((policy) => policy.text).join('');
    const actions = AWS_SERVICES.flatMap(({ parts }) => Object.values(parts).flatMap((part) => part.actions));
    expect(actions.filter((action) => !text.includes(`"${action}"`))).toEqual([]);
    expect(text).not.toMatch(/"\*:|:\*"|:(?!Get|List|Describe|BatchGet|Generate|GET)[A-Z]\w+"/);
  });

  it('name the invalid settings without showing a secret', () => {
    expect(secretNames(connector.settings).sort()).toEqual(['secret_access_key', 'session_token']);
    const wrong = { ...KEYS, regions: ['evil.example.com'] };
    expect(() => checkedSettings(connector.settings, wrong)).toThrow('the request is not valid');
    expect(() => checkedSettings(connector.settings, {})).toThrow('the request is not valid');
  });
});

describe('every service', () => {
  it.each(AWS_SERVICES)(
    '$service has a function for each part and a documented resource type for each of its types',
    async (collector) => {
      const functions = await collector.load();
      const shapes = shapesByType();
      for (const [name, { resourceTypes }] of Object.entries(collector.parts)) {
        expect(functions[name]).toBeInstanceOf(Function);
        expect(resourceTypes.filter((type) => !shapes.has(type))).toEqual([]);
      }
    },
  );
});
