import {
  EC2Client,
  paginateDescribeClientVpnEndpoints,
  paginateDescribeNetworkAcls,
  paginateDescribeSecurityGroups,
  type SecurityGroup,
} from '@aws-sdk/client-ec2';
import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { ec2Arn, interfaceUse, prefixListsNamedBy } from './ec2-shared.js';
import { internetServicesOf, networkAclOf, referencesOf, ruleOf } from './ec2-traffic.rules.js';
import { nameOf, tagsOf } from './tags.rules.js';

/** Security groups with their rules and uses. */
export async function* securityGroups(scope: AwsScope): AsyncGenerator<Resource> {
  const [{ vpcIds, perGroup, publicPerGroup }, groups, functions] = await Promise.all([
    scope.shared(interfaceUse),
    scope.shared(groupsOf),
    scope.known(functionsByGroup(scope)),
  ]);
  const references = referencesOf(groups);
  const prefixLists = await prefixListsNamedBy(scope, groups);
  for (const { GroupId: id = '', GroupName: name = '', VpcId: vpc, Tags: tags, ...group } of groups) {
    yield scope.resource({
      type: 'AwsEc2SecurityGroup',
      id: ec2Arn(scope, 'security-group', id),
      name: `${name} (${id})`,
      properties: {
        group_name: name,
        description: group.Description ?? null,
        vpc_id: vpc ?? null,
        vpc_in_use: vpc !== undefined && vpcIds.has(vpc),
        network_interfaces: perGroup.get(id) ?? 0,
        public_interfaces: publicPerGroup.get(id) ?? 0,
        lambda_functions: functions === null ? null : (functions.get(id) ?? []),
        referenced_by: references.get(id) ?? [],
        ingress_rules: (group.IpPermissions ?? []).map((rule) => ruleOf(rule, prefixLists)),
        internet_services: internetServicesOf(group.IpPermissions ?? [], prefixLists),
        egress_rules: (group.IpPermissionsEgress ?? []).map((rule) => ruleOf(rule, prefixLists)),
        tags: tagsOf(tags),
      },
    });
  }
}

/** Network ACLs. */
export async function* networkAcls(scope: AwsScope): AsyncGenerator<Resource> {
  const groups = await scope.shared(groupsOf);
  const isRegionInUse = groups.some(({ GroupName: name }) => name !== 'default');
  for await (const { NetworkAcls: found = [] } of paginateDescribeNetworkAcls(
    { client: scope.client(EC2Client) },
    {},
  )) {
    for (const acl of found) {
      const { NetworkAclId: id = '', Tags: tags } = acl;
      yield scope.resource({
        type: 'AwsEc2NetworkAcl',
        id: ec2Arn(scope, 'network-acl', id),
        name: nameOf(tags, id),
        properties: networkAclOf(acl, isRegionInUse),
      });
    }
  }
}

/** Client VPN endpoints. */
export async function* clientVpnEndpoints(scope: AwsScope): AsyncGenerator<Resource> {
  const pages = paginateDescribeClientVpnEndpoints({ client: scope.client(EC2Client) }, {});
  for await (const { ClientVpnEndpoints: found = [] } of pages) {
    for (const { ClientVpnEndpointId: id = '', Tags: tags, ...endpoint } of found) {
      yield scope.resource({
        type: 'AwsEc2ClientVpnEndpoint',
        id: ec2Arn(scope, 'client-vpn-endpoint', id),
        name: nameOf(tags, id),
        properties: {
          connection_logging: endpoint.ConnectionLogOptions?.Enabled ?? false,
          status: endpoint.Status?.Code ?? 'unknown',
          vpc_id: endpoint.VpcId ?? null,
          split_tunnel: endpoint.SplitTunnel ?? false,
          tags: tagsOf(tags),
        },
      });
    }
  }
}

/** All security groups of the region together, because their rules refer to each other. AWS allows some thousands. */
async function groupsOf(scope: AwsScope): Promise<SecurityGroup[]> {
  const all: SecurityGroup[] = [];
  const pages = paginateDescribeSecurityGroups({ client: scope.client(EC2Client), pageSize: 1_000 }, {});
  for await (const { SecurityGroups: found = [] } of pages) all.push(...found);
  return all;
}

/** Names of Lambda functions by the ids of their security groups. */
async function functionsByGroup(scope: AwsScope): Promise<Map<string, string[]>> {
  const byGroup = new Map<string, string[]>();
  for await (const { Functions: found = [] } of paginateListFunctions({ client: scope.client(LambdaClient) }, {})) {
    for (const { FunctionName: name = '', VpcConfig: vpc } of found) {
      for (const id of vpc?.SecurityGroupIds ?? []) byGroup.set(id, [...(byGroup.get(id) ?? []), name]);
    }
  }
  return byGroup;
}
