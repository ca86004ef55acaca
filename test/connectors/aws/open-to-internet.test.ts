import type { IpPermission } from '@aws-sdk/client-ec2';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addressSet, holdsRange, isInternet } from '../../../src/connectors/address-set.rules.js';
import {
  internetServicesOf,
  networkAclOf,
  ruleOf,
  type PrefixLists,
} from '../../../src/connectors/aws/services/ec2-traffic.rules.js';
import { clusterOf } from '../../../src/connectors/aws/services/eks-collect.js';
import { instanceOf } from '../../../src/connectors/aws/services/rds-instance.rules.js';
import { peeringOf, publicSubnets } from '../../../src/connectors/aws/services/vpc.rules.js';
import { WELL_KNOWN_SERVICES } from '../../../src/connectors/exposed-services.rules.js';
import { resourcesAt } from '../../../src/connectors/demo/snapshot.js';
import { loadSnapshot } from '../../../src/connectors/demo/snapshot-load.js';
import { compileLogic } from '../../../src/modules/checks/check-compiler.js';
import { SOURCE_ROOT } from '../../../src/platform/source-root.js';
import { checksUnderTest, shapesByType } from '../../checks/content.js';

/** Ranges that a rule or a route may name, and whether they are as good as the whole internet. */
const SHAPES: { name: string; ranges: string[]; isOpen: boolean }[] = [
  { name: 'all of IPv4', ranges: ['0.0.0.0/0'], isOpen: true },
  { name: 'all of IPv6', ranges: ['::/0'], isOpen: true },
  { name: 'the public part of IPv6', ranges: ['2000::/3'], isOpen: true },
  { name: 'two halves of IPv4', ranges: ['0.0.0.0/1', '128.0.0.0/1'], isOpen: true },
  { name: 'one half of IPv4', ranges: ['128.0.0.0/1'], isOpen: true },
  { name: 'halves of IPv6', ranges: ['::/1', '8000::/1'], isOpen: true },
  { name: 'quarters, one left out', ranges: ['0.0.0.0/2', '64.0.0.0/2', '192.0.0.0/2'], isOpen: true },
  { name: 'everything and a network', ranges: ['198.51.100.0/24', '0.0.0.0/0'], isOpen: true },
  { name: 'a /8', ranges: ['17.0.0.0/8'], isOpen: true },
  { name: 'two neighbours that make a /8', ranges: ['17.0.0.0/9', '17.128.0.0/9'], isOpen: true },
  { name: 'half of a /8, twice', ranges: ['17.0.0.0/9', '17.0.0.0/10'], isOpen: false },
  { name: 'an office', ranges: ['198.51.100.0/24', '2001:db8::/48'], isOpen: false },
  {
    name: 'all private networks',
    ranges: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
    isOpen: false,
  },
  {
    name: 'shared, local and multicast addresses',
    ranges: ['100.64.0.0/10', '127.0.0.0/8', '224.0.0.0/4'],
    isOpen: false,
  },
];

const rule = (ranges: readonly string[]) => ({
  IpProtocol: 'tcp',
  FromPort: 5432,
  ToPort: 5432,
  IpRanges: ranges.filter((range) => !range.includes(':')).map((CidrIp) => ({ CidrIp })),
  Ipv6Ranges: ranges.filter((range) => range.includes(':')).map((CidrIpv6) => ({ CidrIpv6 })),
});
const routes = (ranges: readonly string[], over: object) =>
  ranges.map((range) => ({
    ...over,
    ...(range.includes(':') ? { DestinationIpv6CidrBlock: range } : { DestinationCidrBlock: range }),
  }));

const database = (rules: object[], lists = new Map<string, string[] | null>(), more: object = {}) =>
  instanceOf(
    { PubliclyAccessible: true, Endpoint: { Port: 5432 }, ...more },
    {
      cluster: null,
      isOffered: true,
      requiresTls: true,
      routeTables: [],
      securityGroups: [{ GroupId: 'sg-1', IpPermissions: rules }],
      prefixLists: lists,
    },
  ).open_security_groups;

/** Everything that decides whether something is open to the internet, on these ranges. */
const VERDICTS: Record<string, (ranges: string[]) => boolean | null> = {
  'a security group': (ranges) => ruleOf(rule(ranges), new Map()).open_to_world,
  'a security group with a prefix list': (ranges) =>
    ruleOf({ ...rule([]), PrefixListIds: [{ PrefixListId: 'pl-1' }] }, new Map([['pl-1', ranges]])).open_to_world,
  'a security group with a range and a prefix list': ([first = '', ...rest]) =>
    ruleOf({ ...rule([first]), PrefixListIds: [{ PrefixListId: 'pl-1' }] }, new Map([['pl-1', rest]])).open_to_world,
  'a database': (ranges) => database([rule(ranges)])?.includes('sg-1') ?? null,
  'a database with a prefix list': (ranges) =>
    database([{ ...rule([]), PrefixListIds: [{ PrefixListId: 'pl-1' }] }], new Map([['pl-1', ranges]]))?.includes(
      'sg-1',
    ) ?? null,
  'the API of a cluster': (publicAccessCidrs) =>
    clusterOf({ resourcesVpcConfig: { endpointPublicAccess: true, publicAccessCidrs } }).open_to_world,
  'a public subnet': (ranges) =>
    publicSubnets([{ Associations: [{ SubnetId: 'a' }], Routes: routes(ranges, { GatewayId: 'igw-1' }) }])({
      SubnetId: 'a',
    }),
};
/** Those that look at one range at a time. */
const SINGLE: Record<string, (range: string) => boolean> = {
  'a network ACL': (range) =>
    networkAclOf({ Entries: [{ RuleAction: 'allow', CidrBlock: range }] }, true).entries[0]?.open_to_world === true,
  'a peering route': (range) =>
    peeringOf({ VpcPeeringConnectionId: 'pcx-1' }, [{ Routes: routes([range], { VpcPeeringConnectionId: 'pcx-1' }) }])
      .wide_destinations.length > 0,
};

describe('open to the internet', () => {
  it.each(SHAPES)('$name: $isOpen', ({ ranges, isOpen }) => {
    expect(isInternet(addressSet(ranges))).toBe(isOpen);
  });

  describe.each(Object.entries(VERDICTS))('%s', (_what, verdict) => {
    it.each(SHAPES)('that names $name: $isOpen', ({ ranges, isOpen }) => {
      expect(verdict(ranges)).toBe(isOpen);
    });
  });

  describe.each(Object.entries(SINGLE))('%s', (_what, verdict) => {
    it.each(SHAPES.filter(({ ranges }) => ranges.length === 1))('that names $name: $isOpen', ({ ranges, isOpen }) => {
      expect(verdict(ranges[0] ?? '')).toBe(isOpen);
    });
  });

  it('is nowhere decided by a check itself: no expression names a range', () => {
    const logics = checksUnderTest().flatMap(({ id, logic }) => (id.startsWith('aws.') && logic ? [logic] : []));
    expect(logics.length).toBeGreaterThan(100);
    expect(logics.filter((logic) => /\d+\.\d+\.\d+\.\d+|::/.test(JSON.stringify(logic)))).toEqual([]);
  });
});

describe('a security group that opens a well-known service to the internet', () => {
  const attached = { ...shapesByType().get('AwsEc2SecurityGroup')?.example, public_interfaces: 1 };
  const checks = checksUnderTest().filter(({ id }) => id.includes('.securitygroup-allow-ingress-from-internet-to-'));

  const verdicts = (permissions: IpPermission[], lists: PrefixLists = new Map()) => {
    const properties = {
      ...attached,
      ingress_rules: permissions.map((each) => ruleOf(each, lists)),
      internet_services: internetServicesOf(permissions, lists),
    };
    const resource = { id: 'sg', name: 'sg', region: null, account: 'a', properties };
    return Object.fromEntries(
      checks.flatMap(({ id, logic }) =>
        logic ? [[id.slice(id.indexOf('-to-') + 4), compileLogic(logic)(resource).status]] : [],
      ),
    );
  };
  const admitting = (ranges: string[], from: number, to = from, IpProtocol = 'tcp') => ({
    ...rule(ranges),
    ...{ IpProtocol, FromPort: from, ToPort: to },
  });
  const CLOSED = {
    ...{ 'tcp-port-22': 'pass', 'tcp-port-3389': 'pass', 'all-ports': 'pass' },
    ...{ 'high-risk-tcp-ports': 'pass', 'mail-and-web-ports': 'pass' },
  };

  it.each(WELL_KNOWN_SERVICES.flatMap(({ ports, ...service }) => ports.map((port) => ({ ...service, port }))))(
    'fails the check of $name, $transport $port, alone',
    ({ name, transport, port, mayBePublic }) => {
      const checkOf = new Map([
        ['SSH', 'tcp-port-22'],
        ['RDP', 'tcp-port-3389'],
      ]);
      // What may be meant for everybody decides nothing.
      const failing = checkOf.get(name) ?? (mayBePublic ? 'mail-and-web-ports' : 'high-risk-tcp-ports');
      expect(verdicts([admitting(['0.0.0.0/0'], port, port, transport)])).toEqual({ ...CLOSED, [failing]: 'fail' });
    },
  );

  it('fails where the port lies in a range, and passes where the range ends beside it', () => {
    expect(verdicts([admitting(['::/0'], 20, 4_000)])).toMatchObject({ 'tcp-port-22': 'fail' });
    expect(verdicts([admitting(['0.0.0.0/0'], 0, 21)])).toMatchObject({ 'tcp-port-22': 'pass' });
    expect(verdicts([admitting(['0.0.0.0/0'], 23, 3_388)])).toMatchObject({
      ...{ 'tcp-port-22': 'pass', 'tcp-port-3389': 'pass' },
    });
    expect(verdicts([admitting(['0.0.0.0/0'], 22, 22, 'udp')])).toEqual(CLOSED);
    expect(verdicts([admitting(['10.0.0.0/8'], 0, 65_535)])).toEqual(CLOSED);
  });

  it('fails by two rules that together open it', () => {
    const [one, other] = ['17.0.0.0/9', '17.128.0.0/9'];
    expect(verdicts([admitting([one], 22)])).toEqual(CLOSED);
    expect(verdicts([admitting([one], 22), admitting([other], 0, 100)])).toMatchObject({ 'tcp-port-22': 'fail' });
  });

  it('has no verdict on a service behind a prefix list that could not be read, and one on every other', () => {
    const behind = { ...admitting([], 22), PrefixListIds: [{ PrefixListId: 'pl-1' }] };
    const lists = new Map([['pl-1', null]]);
    expect(verdicts([behind, admitting(['0.0.0.0/0'], 3_306)], lists)).toEqual({
      ...CLOSED,
      ...{ 'tcp-port-22': 'error', 'high-risk-tcp-ports': 'fail' },
    });
    expect(verdicts([behind, admitting(['0.0.0.0/0'], 22)], lists)).toMatchObject({ 'tcp-port-22': 'fail' });
    expect(verdicts([behind], new Map([['pl-1', ['198.51.100.0/24']]]))).toEqual(CLOSED);
  });
});

describe('the security groups of the demo', () => {
  it('open those well-known services that their rules open, in every scan', async () => {
    const snapshot = await loadSnapshot(join(SOURCE_ROOT, 'connectors/demo/snapshot'));
    const aws = snapshot.find(({ resourceTypes }) => new Set(resourceTypes).has('AwsEc2SecurityGroup'));
    if (!aws) throw new Error('the demo has no security groups');
    const groups = Array.from({ length: 21 }, (_, scansBefore) => [...resourcesAt(aws, scansBefore).values()])
      .flat()
      .filter(({ type }) => type === 'AwsEc2SecurityGroup');
    const services = groups.map(({ properties }) => properties.internet_services);
    expect(services.flat()).not.toEqual([]);
    expect(services).toEqual(groups.map(({ properties }) => internetServicesOf(permissionsOf(properties), new Map())));
  });

  function permissionsOf({ ingress_rules: rules }: Record<string, unknown>): IpPermission[] {
    return (
      rules as { protocol: string; from_port: number; to_port: number; ipv4_ranges: string[]; ipv6_ranges: string[] }[]
    ).map(({ protocol, from_port, to_port, ipv4_ranges, ipv6_ranges }) => ({
      ...rule([...ipv4_ranges, ...ipv6_ranges]),
      ...{ IpProtocol: protocol, FromPort: from_port, ToPort: to_port },
    }));
  }
});

describe('a prefix list that could not be read', () => {
  const unknown = { ...rule(['198.51.100.0/24']), PrefixListIds: [{ PrefixListId: 'pl-1' }] };
  const lists = new Map([['pl-1', null]]);

  it('leaves it open whether its rule admits the internet, unless another range does', () => {
    expect(ruleOf(unknown, lists).open_to_world).toBeNull();
    expect(ruleOf({ ...unknown, ...rule(['0.0.0.0/0']) }, lists).open_to_world).toBe(true);
    expect(ruleOf(unknown, new Map()).open_to_world).toBeNull();
  });

  it('leaves it open whether a database is shielded, where the rule is for its port', () => {
    expect(database([unknown], lists)).toBeNull();
    expect(database([unknown, rule(['0.0.0.0/0'])], lists)).toEqual(['sg-1']);
    expect(database([{ ...unknown, FromPort: 443, ToPort: 443 }], lists)).toEqual([]);
  });
});

describe('a database whose port is not known', () => {
  it('is open where a group opens any port', () => {
    const port = { Endpoint: undefined };
    expect(database([{ ...rule(['0.0.0.0/0']), FromPort: 80, ToPort: 80 }], new Map(), port)).toEqual(['sg-1']);
  });
});

describe('the API of a cluster', () => {
  it('is open without a list of ranges, and closed without a public endpoint', () => {
    expect(clusterOf({ resourcesVpcConfig: { endpointPublicAccess: true } }).open_to_world).toBe(true);
    const closed = { endpointPublicAccess: false, publicAccessCidrs: ['0.0.0.0/0'] };
    expect(clusterOf({ resourcesVpcConfig: closed }).open_to_world).toBe(false);
  });
});

describe('a range', () => {
  it.each([
    ['10.0.0.0/8', '10.20.0.0/16', true],
    ['10.20.0.0/16', '10.20.0.0/16', true],
    ['10.20.16.0/20', '10.20.0.0/16', false],
    ['::/0', '10.20.0.0/16', false],
    ['2001:db8::/32', '2001:db8:1::/48', true],
    ['pl-1', '10.20.0.0/16', false],
  ])('%s holds %s: %s', (outer, inner, expected) => {
    expect(holdsRange(outer, inner)).toBe(expected);
  });
});
