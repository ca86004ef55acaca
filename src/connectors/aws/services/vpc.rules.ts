import type {
  IpRange,
  RouteTable,
  Subnet,
  VpcPeeringConnection,
  VpcPeeringConnectionVpcInfo,
} from '@aws-sdk/client-ec2';
import { addressSet, holdsRange, isInternet } from '../../address-set.rules.js';
import { tagsOf } from './tags.rules.js';

/**
 * Whether the default route of a subnet, IPv4 or IPv6, leads to an internet gateway. A subnet without a route table of
 * its own has the main one of its VPC.
 */
export function publicSubnets(tables: readonly RouteTable[]): (subnet: Pick<Subnet, 'SubnetId' | 'VpcId'>) => boolean {
  const ofSubnet = new Map<string, boolean>();
  const ofVpc = new Map<string, boolean>();
  for (const table of tables) {
    const isPublic = leadsOutside(table);
    for (const { SubnetId: subnet, Main: isMain } of table.Associations ?? []) {
      if (subnet !== undefined) ofSubnet.set(subnet, isPublic);
      else if (isMain && table.VpcId !== undefined) ofVpc.set(table.VpcId, isPublic);
    }
  }
  return ({ SubnetId: subnet = '', VpcId: vpc = '' }) => ofSubnet.get(subnet) ?? ofVpc.get(vpc) ?? false;
}

/** Whether a route table leads to the internet by an internet gateway. */
function leadsOutside({ Routes: routes = [] }: RouteTable): boolean {
  const outside = routes.filter(({ GatewayId: gateway }) => gateway?.startsWith('igw-') === true);
  return isInternet(
    addressSet(outside.flatMap(({ DestinationCidrBlock: to, DestinationIpv6CidrBlock: to6 }) => to ?? to6 ?? [])),
  );
}

/** Destinations of routes over a peering connection, each once. */
export function destinationsOver(peeringId: string, tables: readonly RouteTable[]): string[] {
  const destinations = tables
    .flatMap(({ Routes: routes = [] }) => routes)
    .filter(({ VpcPeeringConnectionId: id }) => id === peeringId)
    .flatMap(
      (route) => route.DestinationCidrBlock ?? route.DestinationIpv6CidrBlock ?? route.DestinationPrefixListId ?? [],
    );
  return [...new Set(destinations)];
}

/** Properties of a peering connection. */
export function peeringOf(peering: VpcPeeringConnection, tables: readonly RouteTable[]) {
  const { RequesterVpcInfo: requester, AccepterVpcInfo: accepter } = peering;
  const destinations = destinationsOver(peering.VpcPeeringConnectionId ?? '', tables);
  const whole = [...rangesOf(requester), ...rangesOf(accepter)];
  return {
    status: peering.Status?.Code ?? 'unknown',
    requester_vpc_id: requester?.VpcId ?? '',
    requester_account: requester?.OwnerId ?? null,
    requester_cidrs: rangesOf(requester),
    accepter_vpc_id: accepter?.VpcId ?? '',
    accepter_account: accepter?.OwnerId ?? null,
    accepter_cidrs: rangesOf(accepter),
    route_destinations: destinations,
    wide_destinations: destinations.filter(
      (to) => whole.some((range) => holdsRange(to, range)) || isInternet(addressSet([to])),
    ),
    tags: tagsOf(peering.Tags),
  };
}

function rangesOf(vpc: VpcPeeringConnectionVpcInfo | undefined): string[] {
  const ranges = [
    vpc?.CidrBlock,
    ...(vpc?.CidrBlockSet ?? []).map(({ CidrBlock: range }) => range),
    ...(vpc?.Ipv6CidrBlockSet ?? []).map(({ Ipv6CidrBlock: range }) => range),
  ];
  return [...new Set(ranges.filter((range): range is NonNullable<IpRange['CidrIp']> => range !== undefined))];
}
