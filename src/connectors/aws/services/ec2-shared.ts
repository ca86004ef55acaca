import {
  EC2Client,
  paginateDescribeNetworkInterfaces,
  paginateGetManagedPrefixListEntries,
  type NetworkInterface,
  type SecurityGroup,
} from '@aws-sdk/client-ec2';
import type { AwsScope } from '../aws-scope.js';
import { prefixListsOf, type PrefixLists } from './ec2-traffic.rules.js';

/** `arn:aws:ec2:eu-central-1:482910375566:vpc/vpc-1`. */
export function ec2Arn({ session, account, region }: AwsScope, kind: string, id: string): string {
  return `arn:${session.partition}:ec2:${region}:${account}:${kind}/${id}`;
}

/** VPCs, subnets and security groups in which a region has network interfaces. */
export interface InterfaceUse {
  vpcIds: ReadonlySet<string>;
  subnetIds: ReadonlySet<string>;
  /** Number of interfaces by the id of the security group. */
  perGroup: ReadonlyMap<string, number>;
  /** Number of those with a public address. */
  publicPerGroup: ReadonlyMap<string, number>;
}

/** Counts the network interfaces of the region. */
export async function interfaceUse(scope: AwsScope): Promise<InterfaceUse> {
  const vpcIds = new Set<string>();
  const subnetIds = new Set<string>();
  const perGroup = new Map<string, number>();
  const publicPerGroup = new Map<string, number>();
  const pages = paginateDescribeNetworkInterfaces({ client: scope.client(EC2Client), pageSize: 1_000 }, {});
  for await (const { NetworkInterfaces: interfaces = [] } of pages) {
    for (const each of interfaces) {
      const { VpcId: vpc, SubnetId: subnet, Groups: groups = [] } = each;
      if (vpc !== undefined) vpcIds.add(vpc);
      if (subnet !== undefined) subnetIds.add(subnet);
      for (const { GroupId: group = '' } of groups) {
        perGroup.set(group, (perGroup.get(group) ?? 0) + 1);
        if (hasPublicAddress(each)) publicPerGroup.set(group, (publicPerGroup.get(group) ?? 0) + 1);
      }
    }
  }
  return { vpcIds, subnetIds, perGroup, publicPerGroup };
}

/** Whether an interface has an address that the internet can send to: one of IPv6, or a public one of IPv4 on any of its own. */
function hasPublicAddress({
  Association: association,
  PrivateIpAddresses: addresses = [],
  Ipv6Addresses: ipv6 = [],
}: NetworkInterface): boolean {
  const associations = [association, ...addresses.map((each) => each.Association)];
  return ipv6.length > 0 || associations.some((each) => each?.PublicIp !== undefined);
}

/** Ranges of the prefix lists that rules of security groups name. One that cannot be read is null, and a gap. */
export async function prefixListsNamedBy(scope: AwsScope, groups: readonly SecurityGroup[]): Promise<PrefixLists> {
  const ids = prefixListsOf(
    groups.flatMap(({ IpPermissions: inbound = [], IpPermissionsEgress: outbound = [] }) => [...inbound, ...outbound]),
  );
  const lists = new Map<string, string[] | null>();
  for (const id of ids) lists.set(id, await scope.known(rangesOfList(scope, id)));
  return lists;
}

async function rangesOfList(scope: AwsScope, id: string): Promise<string[]> {
  const ranges: string[] = [];
  const pages = paginateGetManagedPrefixListEntries({ client: scope.client(EC2Client) }, { PrefixListId: id });
  for await (const { Entries: entries = [] } of pages)
    ranges.push(...entries.flatMap(({ Cidr: range }) => range ?? []));
  return ranges;
}
