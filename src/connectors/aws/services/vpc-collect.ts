import {
  DescribeVpnConnectionsCommand,
  EC2Client,
  paginateDescribeFlowLogs,
  paginateDescribeRouteTables,
  paginateDescribeSubnets,
  paginateDescribeVpcEndpointServiceConfigurations,
  paginateDescribeVpcEndpointServicePermissions,
  paginateDescribeVpcPeeringConnections,
  paginateDescribeVpcs,
  type FlowLog,
  type RouteTable,
  type Subnet,
} from '@aws-sdk/client-ec2';
import {
  DescribeFirewallCommand,
  NetworkFirewallClient,
  paginateListFirewalls,
} from '@aws-sdk/client-network-firewall';
import type { Resource } from '../../resource.js';
import { failureOf } from '../aws-error.rules.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';
import { ec2Arn, interfaceUse } from './ec2-shared.js';
import { nameOf, tagsOf } from './tags.rules.js';
import { accountOfPrincipal } from './resource-policy.rules.js';
import { peeringOf, publicSubnets } from './vpc.rules.js';

const CALLS_MAX = 4;

/** VPCs. */
export async function* vpcs(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(EC2Client);
  const [{ vpcIds, subnetIds }, allSubnets, tables, logs, firewalls] = await Promise.all([
    scope.shared(interfaceUse),
    scope.shared(subnetsOf),
    scope.shared(routeTables),
    flowLogs(scope),
    scope.known(firewallsByVpc(scope)),
  ]);
  const isPublic = publicSubnets(tables);
  for await (const { Vpcs: found = [] } of paginateDescribeVpcs({ client }, {})) {
    for (const { VpcId: id = '', CidrBlock: range = '', IsDefault: isDefault = false, Tags: tags } of found) {
      yield scope.resource({
        type: 'AwsEc2Vpc',
        id: ec2Arn(scope, 'vpc', id),
        name: nameOf(tags, id),
        properties: {
          cidr_block: range,
          is_default: isDefault,
          in_use: vpcIds.has(id),
          flow_logs: (logs.get(id) ?? []).map((log) => ({
            id: log.FlowLogId ?? '',
            status: log.FlowLogStatus ?? 'unknown',
            traffic_type: log.TrafficType ?? null,
            destination_type: log.LogDestinationType ?? null,
          })),
          subnets_without_flow_log: allSubnets
            .filter(({ VpcId: vpc, SubnetId: subnet = '' }) => vpc === id && subnetIds.has(subnet))
            .flatMap(({ SubnetId: subnet = '' }) =>
              (logs.get(subnet) ?? []).some(recordsConnections) ? [] : [subnet],
            ),
          subnets: allSubnets
            .filter(({ VpcId: vpc }) => vpc === id)
            .map((subnet) => ({ id: subnet.SubnetId ?? '', is_public: isPublic(subnet) })),
          network_firewalls: firewalls === null ? null : (firewalls.get(id) ?? []),
          tags: tagsOf(tags),
        },
      });
    }
  }
}

/** Subnets. */
export async function* subnets(scope: AwsScope): AsyncGenerator<Resource> {
  const [{ subnetIds }, all, tables] = await Promise.all([
    scope.shared(interfaceUse),
    scope.shared(subnetsOf),
    scope.shared(routeTables),
  ]);
  const isPublic = publicSubnets(tables);
  for (const subnet of all) {
    const { SubnetId: id = '', Tags: tags } = subnet;
    yield scope.resource({
      type: 'AwsEc2Subnet',
      id: subnet.SubnetArn ?? ec2Arn(scope, 'subnet', id),
      name: nameOf(tags, id),
      properties: {
        vpc_id: subnet.VpcId ?? '',
        // AWS returns an empty string for IPv6-only subnets.
        cidr_block: subnet.CidrBlock === '' ? null : (subnet.CidrBlock ?? null),
        availability_zone: subnet.AvailabilityZone ?? '',
        map_public_ip_on_launch: subnet.MapPublicIpOnLaunch ?? false,
        is_public: isPublic(subnet),
        in_use: subnetIds.has(id),
        tags: tagsOf(tags),
      },
    });
  }
}

/** VPC peering connections. */
export async function* peerings(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(EC2Client);
  const tables = await scope.shared(routeTables);
  for await (const { VpcPeeringConnections: found = [] } of paginateDescribeVpcPeeringConnections({ client }, {})) {
    for (const peering of found) {
      const { VpcPeeringConnectionId: id = '', Tags: tags } = peering;
      yield scope.resource({
        type: 'AwsEc2VpcPeeringConnection',
        id: ec2Arn(scope, 'vpc-peering-connection', id),
        name: nameOf(tags, id),
        properties: peeringOf(peering, tables),
      });
    }
  }
}

/** Site-to-site VPN connections. */
export async function* vpnConnections(scope: AwsScope): AsyncGenerator<Resource> {
  const { VpnConnections: found = [] } = await scope.client(EC2Client).send(new DescribeVpnConnectionsCommand({}));
  for (const { VpnConnectionId: id = '', Tags: tags, ...connection } of found) {
    yield scope.resource({
      type: 'AwsEc2VpnConnection',
      id: ec2Arn(scope, 'vpn-connection', id),
      name: nameOf(tags, id),
      properties: {
        state: connection.State ?? 'unknown',
        customer_gateway_id: connection.CustomerGatewayId ?? '',
        tunnels: (connection.VgwTelemetry ?? []).map((tunnel) => ({
          outside_ip_address: tunnel.OutsideIpAddress ?? '',
          status: tunnel.Status ?? 'unknown',
        })),
        tags: tagsOf(tags),
      },
    });
  }
}

/** Endpoint services that the account provides. */
export async function* endpointServices(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(EC2Client);
  for await (const page of paginateDescribeVpcEndpointServiceConfigurations({ client }, {})) {
    for (const { ServiceId: id = '', Tags: tags, ...service } of page.ServiceConfigurations ?? []) {
      const principals: string[] = [];
      for await (const { AllowedPrincipals: found = [] } of paginateDescribeVpcEndpointServicePermissions(
        { client },
        { ServiceId: id },
      )) {
        principals.push(...found.flatMap(({ Principal: principal }) => principal ?? []));
      }
      yield scope.resource({
        type: 'AwsEc2VpcEndpointService',
        id: ec2Arn(scope, 'vpc-endpoint-service', id),
        name: nameOf(tags, id),
        properties: {
          service_name: service.ServiceName ?? '',
          acceptance_required: service.AcceptanceRequired ?? false,
          allowed_principals: principals,
          allowed_accounts: [...new Set(principals.map(accountOfPrincipal))],
          trusted_accounts: [...scope.session.settings.trusted_accounts],
          tags: tagsOf(tags),
        },
      });
    }
  }
}

/** Subnets of the region, a few hundred at most. */
async function subnetsOf(scope: AwsScope): Promise<Subnet[]> {
  const all: Subnet[] = [];
  for await (const page of paginateDescribeSubnets({ client: scope.client(EC2Client) }, {})) {
    all.push(...(page.Subnets ?? []));
  }
  return all;
}

async function routeTables(scope: AwsScope): Promise<RouteTable[]> {
  const all: RouteTable[] = [];
  for await (const page of paginateDescribeRouteTables({ client: scope.client(EC2Client) }, {})) {
    all.push(...(page.RouteTables ?? []));
  }
  return all;
}

/** Flow logs by the id of the resource that they are attached to. */
async function flowLogs(scope: AwsScope): Promise<Map<string, FlowLog[]>> {
  const all: FlowLog[] = [];
  for await (const page of paginateDescribeFlowLogs({ client: scope.client(EC2Client) }, {})) {
    all.push(...(page.FlowLogs ?? []));
  }
  return Map.groupBy(all, ({ ResourceId: resource = '' }) => resource);
}

/** Whether it records connections that came about: rejected traffic alone is none. */
function recordsConnections({ FlowLogStatus: status, TrafficType: traffic }: FlowLog): boolean {
  return status === 'ACTIVE' && (traffic === 'ALL' || traffic === 'ACCEPT');
}

/** Names of network firewalls by their VPC; none where the region does not offer the service. */
async function firewallsByVpc(scope: AwsScope): Promise<Map<string, string[]>> {
  const client = scope.client(NetworkFirewallClient);
  const byVpc = new Map<string, string[]>();
  try {
    for await (const { Firewalls: found = [] } of paginateListFirewalls({ client }, {})) {
      const described = asCompleted(found, CALLS_MAX, ({ FirewallArn: arn }) =>
        client.send(new DescribeFirewallCommand({ FirewallArn: arn })),
      );
      for await (const { Firewall: firewall } of described) {
        const vpc = firewall?.VpcId ?? '';
        byVpc.set(vpc, [...(byVpc.get(vpc) ?? []), firewall?.FirewallName ?? '']);
      }
    }
  } catch (err) {
    if (failureOf(err) !== 'not_offered') throw err;
  }
  return byVpc;
}
