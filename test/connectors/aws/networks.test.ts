import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NETWORK_SERVICES } from '../../../src/connectors/aws/services/network-services.js';
import { collectAws, misshapen, probeAws, verdicts, type CollectOptions } from './collect-aws.js';
import { RecordedAws } from './recorded-aws.js';

const KEYS = { access_key_id: 'AKIARECORDED00000001', secret_access_key: 'recorded-secret-access-key' };
const NETWORKS: CollectOptions = {
  collectors: NETWORK_SERVICES,
  config: { ...KEYS, regions: ['eu-central-1'] },
};

/*
 * The account: VPC `prod` with a flow log, a firewall, a public subnet that assigns addresses and a private one, peered
 * with an empty VPC over a route to all of it; the default VPC, empty. Five security groups: `web` (443 to everyone),
 * `ssh-world` (20 to 25 to everyone, IPv6), `all-world` (everything to everyone), each on an interface, that of `ssh-world` without a
 * public address; `app` (from `web`) and `rdp-unused` (3389 to everyone) on none. Of everything else there are two: one passes and one fails.
 */
const PUBLIC = 'subnet-09acfd545ee20684f';
const PRIVATE = 'subnet-5fefd64ee1532a98b';
const WEB = 'web (sg-c4565e2c4c9cfcbd1)';
const SSH = 'ssh-world (sg-1c0cf5705dfe503d5)';
const ALL = 'all-world (sg-e3f06fd1796c34154)';
const INGRESS = 'aws.ec2.securitygroup-allow-ingress-from-internet-to-';

/** What EC2 answers where each of these resources has an active flow log of this traffic. */
function flowLogsOf(traffic: Record<string, string>): string {
  const items = Object.entries(traffic).map(
    ([id, type]) =>
      `<item><flowLogId>fl-${id}</flowLogId><flowLogStatus>ACTIVE</flowLogStatus><resourceId>${id}</resourceId><trafficType>${type}</trafficType></item>`,
  );
  return `<DescribeFlowLogsResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15"><flowLogSet>${items.join('')}</flowLogSet></DescribeFlowLogsResponse>`;
}

describe('networks, instances and functions of an account', () => {
  let aws: RecordedAws;

  beforeEach(async () => {
    aws = await RecordedAws.start('accounts/network');
  });
  afterEach(async () => {
    await aws.stop();
  });

  it('are collected completely, with a resource of every declared type', async () => {
    const { resources, gaps } = await collectAws(aws, NETWORKS);
    expect(aws.unanswered).toEqual([]);
    expect(gaps).toEqual([]);
    expect(misshapen(resources)).toEqual([]);
    const declared = NETWORK_SERVICES.flatMap(({ parts }) =>
      Object.values(parts).flatMap((part) => part.resourceTypes),
    );
    expect(new Set(resources.map(({ type }) => type))).toEqual(new Set(declared));
  });

  it('get the expected verdicts: networks', async () => {
    const given = verdicts(await collectAws(aws, NETWORKS));
    expect(given).toMatchObject({
      'aws.vpc.flow-logs-enabled': { pass: ['prod'] },
      'aws.vpc.subnet-separate-private-public': { pass: ['prod'] },
      'aws.vpc.subnet-no-public-ip-by-default': { fail: [PUBLIC], pass: [PRIVATE] },
      'aws.vpc.peering-routing-tables-with-least-privilege': { fail: ['pcx-c4caa539960501cab'] },
      'aws.vpc.vpn-connection-tunnels-up': { fail: ['vpn-0a05c0cd2aaa2f126'] },
      'aws.vpc.endpoint-services-allowed-principals-trust-boundaries': { fail: ['vpce-svc-f7a06263'] },
      'aws.networkfirewall.in-all-vpc': { pass: ['prod'] },
      'aws.ec2.securitygroup-default-restrict-traffic': { fail: ['default (sg-fc90b9af4390c665a)'] },
      [`${INGRESS}tcp-port-22`]: { fail: [ALL], pass: [WEB] },
      [`${INGRESS}tcp-port-3389`]: { fail: [ALL], pass: [WEB] },
      [`${INGRESS}high-risk-tcp-ports`]: { fail: [ALL], pass: [WEB] },
      [`${INGRESS}mail-and-web-ports`]: { fail: [ALL], pass: [WEB] },
      [`${INGRESS}all-ports`]: { fail: [ALL], pass: [WEB] },
      'aws.ec2.securitygroup-unexposed-allows-internet': {
        fail: ['rdp-unused (sg-17249555c600a859a)', SSH],
        pass: [
          'app (sg-3bdc190115c40d03b)',
          'default (sg-69ba65a1bff2a97d6)',
          'default (sg-e23c7e300ac542ba0)',
          'default (sg-fc90b9af4390c665a)',
        ],
      },
      'aws.ec2.securitygroup-not-used': {
        fail: ['app (sg-3bdc190115c40d03b)', 'rdp-unused (sg-17249555c600a859a)'],
        pass: [ALL, SSH, WEB],
      },
      'aws.ec2.networkacl-allow-ingress-any-port': {
        fail: ['acl-219cfd0077b94508a', 'acl-2ff1e79c36e257ee8', 'acl-cf49e387e5437855f'],
      },
      'aws.ec2.client-vpn-endpoint-connection-logging-enabled': { fail: ['cvpn-endpoint-2'], pass: ['logged'] },
    });
    for (const check of [
      'aws.vpc.flow-logs-enabled',
      'aws.vpc.vpn-connection-tunnels-up',
      'aws.ec2.ebs-default-encryption',
    ]) {
      expect(Object.keys(given[check] ?? {})).toHaveLength(1);
    }
  });

  it.each([
    ['pass a network of which each subnet in use records accepted connections', 'ACCEPT', { pass: ['prod'] }],
    ['fail one of which a subnet in use records rejected traffic alone', 'REJECT', { fail: ['prod'] }],
  ])('%s', async (_title, traffic, verdict) => {
    aws.first({
      service: 'ec2',
      action: 'DescribeFlowLogs',
      body: flowLogsOf({ [PUBLIC]: 'ALL', [PRIVATE]: traffic }),
    });
    expect(verdicts(await collectAws(aws, NETWORKS))['aws.vpc.flow-logs-enabled']).toEqual(verdict);
  });

  it('get the expected verdicts: instances and load balancers', async () => {
    expect(verdicts(await collectAws(aws, NETWORKS))).toMatchObject({
      'aws.ec2.instance-public-ip': { fail: ['bad'], pass: ['good'] },
      'aws.ec2.instance-imdsv2-enabled': { fail: ['bad'], pass: ['good'] },
      'aws.ec2.instance-managed-by-ssm': { fail: ['bad'], pass: ['good'] },
      'aws.ec2.instance-profile-attached': { fail: ['bad'], pass: ['good'] },
      'aws.ec2.instance-secrets-user-data': { fail: ['bad'], pass: ['good'] },
      'aws.ec2.instance-with-outdated-ami': { pass: ['bad', 'good'] },
      'aws.ec2.instance-older-than-specific-days': { pass: ['bad', 'good'] },
      'aws.ec2.ebs-default-encryption': { fail: ['eu-central-1'] },
      'aws.ec2.ebs-volume-encryption': {
        fail: ['vol-713f514378cdb484f', 'vol-b51148b1adb6c5bf4'],
        pass: ['vol-b9a9964c6329adede'],
      },
      // The selection includes vol-b…, and excludes one of the two again.
      'aws.ec2.ebs-volume-protected-by-backup-plan': {
        fail: ['vol-713f514378cdb484f', 'vol-b51148b1adb6c5bf4'],
        pass: ['vol-b9a9964c6329adede'],
      },
      'aws.ec2.ami-public': { fail: ['own-public'], pass: ['own'] },
      'aws.elbv2.ssl-listeners': { fail: ['bad-alb'], pass: ['alb'] },
      'aws.elbv2.insecure-ssl-ciphers': { fail: ['bad-alb'], pass: ['alb'] }, // The listeners of nlb are plain TCP.
      'aws.elbv2.waf-acl-attached': { fail: ['bad-alb'], pass: ['alb'] },
      'aws.elbv2.deletion-protection': { fail: ['bad-alb', 'nlb'], pass: ['alb'] },
      'aws.elbv2.is-in-multiple-az': { fail: ['nlb'], pass: ['alb', 'bad-alb'] },
      'aws.elbv2.logging-enabled': { fail: ['bad-alb'], pass: ['alb'] },
      'aws.autoscaling.group-multiple-az': { fail: ['one-zone'], pass: ['two-zones'] },
      'aws.cloudfront.distributions-minimum-tls': { fail: ['WG68X2E72Y8OQ'], pass: ['MCMGSZD4I5SBU'] },
      'aws.cloudfront.distributions-origin-traffic-encrypted': { fail: ['WG68X2E72Y8OQ'], pass: ['MCMGSZD4I5SBU'] },
      // Plain HTTP is served below /api alone.
      'aws.cloudfront.distributions-https-enabled': { fail: ['WG68X2E72Y8OQ'], pass: ['MCMGSZD4I5SBU'] },
      'aws.cloudfront.distributions-using-waf': { fail: ['WG68X2E72Y8OQ'], pass: ['MCMGSZD4I5SBU'] },
      'aws.wafv2.webacl-with-rules': { fail: ['empty-acl'], pass: ['good-acl'] },
    });
  });

  it('get the expected verdicts: functions, containers and APIs', async () => {
    expect(verdicts(await collectAws(aws, NETWORKS))).toMatchObject({
      'aws.apigateway.restapi-authorizers-enabled': { fail: ['open-api'], pass: ['iam-api'] },
      'aws.awslambda.function-using-supported-runtimes': { fail: ['bad-fn'], pass: ['good-fn'] },
      'aws.awslambda.function-not-publicly-accessible': { fail: ['bad-fn'], pass: ['good-fn'] },
      'aws.awslambda.function-no-secrets-in-variables': { fail: ['bad-fn'], pass: ['good-fn'] },
      'aws.ecr.repositories-scan-images-on-push-enabled': { fail: ['bad'], pass: ['good', 'hub/nginx'] },
      // The other one caches Docker Hub.
      'aws.ecr.repositories-tag-immutability': { fail: ['bad'], pass: ['good'] },
      'aws.ecs.task-definitions-no-privileged-containers': { fail: ['bad:1'], pass: ['good:1'] },
      'aws.eks.cluster-not-publicly-accessible': { fail: ['bad'], pass: ['good'] },
      'aws.eks.control-plane-logging-all-types-enabled': { fail: ['bad'], pass: ['good'] },
    });
  });

  it('include the one public snapshot and no private one as public', async () => {
    const { resources } = await collectAws(aws, NETWORKS);
    const snapshots = resources.filter(({ type }) => type === 'AwsEc2Snapshot');
    expect(snapshots.filter(({ properties }) => properties.is_public).map(({ name }) => name)).toEqual([
      'snap-0ce11eb4be2502888',
    ]);
    expect(snapshots.length).toBeGreaterThan(1);
  });

  it('include no value of a variable and no user data', async () => {
    const text = JSON.stringify(await collectAws(aws, NETWORKS));
    expect(text).toContain('DB_PASSWORD');
    expect(text).not.toMatch(/correct-horse|hunter2|[A-Za-z0-9+/]{40}={0,2}"/);
  });

  it('are collected from all pages after throttling', async () => {
    const busy = { status: 503, error: 'RequestLimitExceeded', times: 1 };
    aws.first({ service: 'ec2', action: 'DescribeNetworkAcls', ...busy });
    aws.first({
      service: 'lambda',
      action: 'GET /2015-03-31/functions',
      status: 429,
      error: 'TooManyRequestsException',
      times: 2,
    });
    aws.first({
      service: 'ecs',
      action: 'ListTaskDefinitions',
      body: { taskDefinitionArns: ['arn:aws:ecs:eu-central-1:123456789012:task-definition/good:1'], nextToken: 'more' },
      times: 1,
    });
    const { gaps, resources } = await collectAws(aws, NETWORKS);
    expect(gaps).toEqual([]);
    expect(resources.filter(({ type }) => type === 'AwsEc2NetworkAcl')).toHaveLength(3);
    expect(resources.filter(({ type }) => type === 'AwsEcsTaskDefinition')).toHaveLength(3);
    expect(aws.calls.filter(({ parameters }) => parameters.nextToken === 'more')).toHaveLength(1);
  });

  it('are a gap where they may not be read, and none of their checks passes', async () => {
    aws.first({ service: 'ec2', action: 'DescribeSecurityGroups', status: 403, error: 'UnauthorizedOperation' });
    const collected = await collectAws(aws, NETWORKS);
    const refused = 'AWS refused ec2:DescribeSecurityGroups: allow this action in the policy of the integration.';
    const missing = collected.gaps.filter(({ reason }) => reason === refused).map(({ resourceTypes }) => resourceTypes);
    expect(missing.sort()).toEqual([['AwsEc2NetworkAcl'], ['AwsEc2SecurityGroup']]);
    const given = verdicts(collected);
    expect(given[`${INGRESS}tcp-port-22`]).toBeUndefined();
    expect(given['aws.ec2.instance-public-ip']).toEqual({ fail: ['bad'], pass: ['good'] });
  });

  it.each([
    ['network-firewall', 'ListFirewalls', 'aws.networkfirewall.in-all-vpc', 'network-firewall:ListFirewalls'],
    ['wafv2', 'ListResourcesForWebACL', 'aws.elbv2.waf-acl-attached', 'wafv2:ListResourcesForWebACL'],
    ['ssm', 'DescribeInstanceInformation', 'aws.ec2.instance-managed-by-ssm', 'ssm:DescribeInstanceInformation'],
    ['backup', 'GET /backup/plans', 'aws.ec2.ebs-volume-protected-by-backup-plan', 'backup:ListBackupPlans'],
    ['ec2', 'DescribeInstanceAttribute', 'aws.ec2.instance-secrets-user-data', 'ec2:DescribeInstanceAttribute'],
    [
      'lambda',
      'GET /2015-03-31/functions/{name}/policy',
      'aws.awslambda.function-not-publicly-accessible',
      'lambda:GetPolicy',
    ],
  ])('lose what depends on %s: where %s is refused, %s has no verdict', async (service, action, check, permission) => {
    aws.first({ service, action, status: 403, error: 'AccessDeniedException' });
    const collected = await collectAws(aws, NETWORKS);
    expect(verdicts(collected)[check]).toBeUndefined();
    expect(collected.gaps.map(({ reason }) => reason).join(' ')).toContain(
      `AWS refused ${permission}: allow this action`,
    );
  });

  it('do not fail for a missing firewall where the region has no such service', async () => {
    aws.first({ service: 'network-firewall', action: 'ListFirewalls', error: 'OptInRequired' });
    const collected = await collectAws(aws, NETWORKS);
    expect(collected.gaps).toEqual([]);
    expect(verdicts(collected)['aws.networkfirewall.in-all-vpc']).toEqual({ fail: ['prod'] });
  });

  it('appear in a probe with the refused action', async () => {
    expect(await probeAws(aws, NETWORKS)).toEqual([]);
    aws.first({ service: 'eks', action: 'GET /clusters', status: 403, error: 'AccessDeniedException' });
    expect(await probeAws(aws, NETWORKS)).toEqual([
      'AWS refused eks:ListClusters: allow this action in the policy of the integration.',
    ]);
  });
});
