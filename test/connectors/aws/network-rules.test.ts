import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../../src/connectors/aws/policy-document.rules.js';
import { isSelected, selectionOf } from '../../../src/connectors/aws/services/backup-selections.js';
import { credentialsIn } from '../../../src/connectors/aws/services/ec2-instances.rules.js';
import { networkAclOf, referencesOf, ruleOf } from '../../../src/connectors/aws/services/ec2-traffic.rules.js';
import { accountOfPrincipal, isForPublic } from '../../../src/connectors/aws/services/resource-policy.rules.js';
import { destinationsOver, publicSubnets } from '../../../src/connectors/aws/services/vpc.rules.js';

describe('the route table of a subnet', () => {
  const out = { GatewayId: 'igw-1', DestinationCidrBlock: '0.0.0.0/0' };
  const isPublic = publicSubnets([
    { VpcId: 'vpc-1', Associations: [{ Main: true }], Routes: [out] },
    {
      VpcId: 'vpc-1',
      Associations: [{ SubnetId: 'own' }],
      Routes: [{ NatGatewayId: 'nat-1', DestinationCidrBlock: '0.0.0.0/0' }],
    },
    {
      VpcId: 'vpc-1',
      Associations: [{ SubnetId: 'six' }],
      Routes: [{ GatewayId: 'igw-1', DestinationIpv6CidrBlock: '::/0' }],
    },
    {
      VpcId: 'vpc-1',
      Associations: [{ SubnetId: 'part' }],
      Routes: [{ ...out, DestinationCidrBlock: '192.0.2.0/24' }],
    },
    {
      VpcId: 'vpc-1',
      Associations: [{ SubnetId: 'egress' }],
      Routes: [{ EgressOnlyInternetGatewayId: 'eigw-1', DestinationIpv6CidrBlock: '::/0' }],
    },
    { VpcId: 'vpc-2', Associations: [{ Main: true }], Routes: [] },
  ]);

  it.each([
    ['own', 'vpc-1', false],
    ['six', 'vpc-1', true],
    ['part', 'vpc-1', false],
    ['egress', 'vpc-1', false],
    ['without', 'vpc-1', true],
    ['without', 'vpc-2', false],
    ['without', 'vpc-3', false],
  ])('%s in %s: public %s', (SubnetId, VpcId, expected) => {
    expect(isPublic({ SubnetId, VpcId })).toBe(expected);
  });

  it('has the destinations of routes over a peering connection', () => {
    const over = (id: string, to: object) => ({ VpcPeeringConnectionId: id, ...to });
    const tables = [
      {
        Routes: [
          over('pcx-1', { DestinationCidrBlock: '10.0.0.0/24' }),
          over('pcx-2', { DestinationCidrBlock: '10.9.0.0/16' }),
        ],
      },
      {
        Routes: [
          over('pcx-1', { DestinationIpv6CidrBlock: '2001:db8::/64' }),
          over('pcx-1', { DestinationPrefixListId: 'pl-1' }),
        ],
      },
    ];
    expect(destinationsOver('pcx-1', tables)).toEqual(['10.0.0.0/24', '2001:db8::/64', 'pl-1']);
  });
});

describe('a principal of an endpoint service', () => {
  it.each([
    ['*', '*'],
    ['961270048832', '961270048832'],
    ['arn:aws:iam::961270048832:root', '961270048832'],
    ['arn:aws-cn:iam::961270048832:role/consumer', '961270048832'],
    ['arn:aws:iam::*:root', '*'],
    ['vpce.amazonaws.com', 'vpce.amazonaws.com'],
  ])('%s belongs to %s', (principal, account) => {
    expect(accountOfPrincipal(principal)).toBe(account);
  });
});

describe('rules of security groups and network ACLs', () => {
  it('have every port for every protocol, and none for a protocol without ports', () => {
    expect(ruleOf({ IpProtocol: '-1', Ipv6Ranges: [{ CidrIpv6: '::/0' }] }, new Map())).toMatchObject({
      from_port: 0,
      to_port: 65_535,
      open_to_world: true,
    });
    expect(ruleOf({ IpProtocol: '50', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }, new Map())).toMatchObject({
      from_port: -1,
      to_port: -1,
    });
    const ssh = { IpProtocol: '6', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '198.51.100.0/24' }] };
    expect(ruleOf(ssh, new Map())).toMatchObject({ protocol: 'tcp', open_to_world: false });
  });

  it('mark a group as used where another one admits it, not where only itself does', () => {
    const admits = (GroupId: string) => [{ UserIdGroupPairs: [{ GroupId }] }];
    const references = referencesOf([
      { GroupId: 'sg-1', IpPermissions: admits('sg-1') },
      { GroupId: 'sg-2', IpPermissions: [...admits('sg-3'), ...admits('sg-3')] },
    ]);
    expect([...references]).toEqual([['sg-3', ['sg-2']]]);
  });

  it("are sorted, without AWS's default entries", () => {
    const entry = (RuleNumber: number) => ({
      RuleNumber,
      RuleAction: 'allow' as const,
      Protocol: '-1',
      CidrBlock: '0.0.0.0/0',
    });
    const { entries } = networkAclOf({ Entries: [entry(32_767), entry(200), entry(90), entry(32_768)] }, true);
    expect(entries.map(({ rule_number: number }) => number)).toEqual([90, 200]);
  });
});

describe('user data', () => {
  const of = (text: string | Buffer) => Buffer.from(text).toString('base64');

  it.each([
    ['nothing', null, []],
    ['a script', of('#!/bin/sh\nyum update -y\n'), []],
    ['a password', of('#!/bin/sh\nexport DB_PASSWORD=correct-horse\n'), ['line 2']],
    ['a packed password', of(gzipSync('a\nb\nDB_PASSWORD=correct-horse')), ['line 3']],
    ['a private key', of('x\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'), ['line 2']],
    ['bytes that are not text', of(Buffer.from([0xff, 0xfe, 0x00])), null],
    ['a broken package', of(Buffer.from([0x1f, 0x8b, 0x00])), null],
    ['a package that never ends', of(gzipSync(Buffer.alloc(2 * 1024 * 1024))), null],
  ])('of %s', (_what, encoded, expected) => {
    expect(credentialsIn(encoded)).toEqual(expected);
  });
});

describe('a statement of a resource-based policy', () => {
  const open = (statement: object) =>
    statementsOf(
      JSON.stringify({ Statement: { Effect: 'Allow', Action: 'lambda:InvokeFunction', ...statement } }),
    ).some(isForPublic);

  it.each([
    ['everybody', { Principal: '*' }, true],
    ['every AWS account', { Principal: { AWS: ['*'] } }, true],
    ['the root of any account', { Principal: { AWS: 'arn:aws:iam::*:root' } }, true],
    [
      'a function address without sign-in',
      { Principal: '*', Condition: { StringEquals: { 'lambda:FunctionUrlAuthType': 'NONE' } } },
      true,
    ],
    ['any source', { Principal: '*', Condition: { ArnLike: { 'AWS:SourceArn': '*' } } }, true],
    [
      'public addresses',
      { Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8', '0.0.0.0/0'] } } },
      true,
    ],
    ['others than an account', { Principal: '*', Condition: { StringNotEquals: { 'aws:SourceAccount': '1' } } }, true],
    ['an account', { Principal: '*', Condition: { StringEquals: { 'AWS:SourceAccount': '961270048832' } } }, false],
    ['an organization', { Principal: '*', Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } } }, false],
    ['private addresses', { Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }, false],
    ['a service', { Principal: { Service: 's3.amazonaws.com' } }, false],
    ['one role', { Principal: { AWS: 'arn:aws:iam::961270048832:role/caller' } }, false],
    ['nobody', { Effect: 'Deny', Principal: '*' }, false],
  ])('for %s', (_whom, statement, expected) => {
    expect(open(statement)).toBe(expected);
  });
});

describe('a selection of a backup plan', () => {
  const arn = 'arn:aws:ec2:eu-central-1:482910375566:volume/vol-1';

  it.each([
    [[arn], [], true],
    [['*'], [], true],
    [['arn:aws:ec2:*:*:volume/*'], [], true],
    [['arn:aws:ec2:*:*:volume/*'], [arn], false],
    [['arn:aws:rds:*:*:db:*'], [], false],
    [[], [], false],
  ])('of %j but %j: %s', (resources, notResources, expected) => {
    const selection = selectionOf({ Resources: resources, NotResources: notResources });
    expect(isSelected({ arn, tags: {} }, [selection])).toBe(expected);
  });

  const tagged = (key: string, value: string) => [{ ConditionKey: key, ConditionValue: value }];
  const onTag = (value: string) => tagged('aws:ResourceTag/backup', value);
  it.each<[string, object, boolean]>([
    ['that tag', { ListOfTags: [{ ConditionType: 'STRINGEQUALS', ...tagged('backup', 'daily')[0] }] }, true],
    ['another value of it', { ListOfTags: [{ ConditionType: 'STRINGEQUALS', ...tagged('backup', 'no')[0] }] }, false],
    ['that tag, but the volume', { ListOfTags: tagged('backup', 'daily'), NotResources: [arn] }, false],
    [
      'everything on a condition that it meets',
      { Resources: ['*'], Conditions: { StringEquals: onTag('daily') } },
      true,
    ],
    ['everything on a pattern that it meets', { Resources: ['*'], Conditions: { StringLike: onTag('da*') } }, true],
    [
      'everything on a condition that it misses',
      { Resources: ['*'], Conditions: { StringEquals: onTag('weekly') } },
      false,
    ],
    [
      'everything on two conditions of which it meets one',
      { Resources: ['*'], Conditions: { StringEquals: onTag('daily'), StringNotLike: onTag('d*') } },
      false,
    ],
    ['everything but other tags', { Resources: ['*'], Conditions: { StringNotEquals: onTag('no') } }, true],
  ])('of %s', (_what, selection, expected) => {
    expect(isSelected({ arn, tags: { backup: 'daily' } }, [selectionOf(selection)])).toBe(expected);
  });
});
