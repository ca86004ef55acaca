import { defineService } from '../aws-service.js';

const SUBNETS = ['ec2:DescribeSubnets', 'ec2:DescribeRouteTables', 'ec2:DescribeNetworkInterfaces'];

/** VPCs, their subnets, and connections between them and other networks. */
export const vpc = defineService({
  service: 'vpc',
  isGlobal: false,
  parts: {
    vpcs: {
      resourceTypes: ['AwsEc2Vpc'],
      actions: [
        'ec2:DescribeVpcs',
        'ec2:DescribeFlowLogs',
        'network-firewall:ListFirewalls',
        'network-firewall:DescribeFirewall',
        ...SUBNETS,
      ],
    },
    subnets: { resourceTypes: ['AwsEc2Subnet'], actions: SUBNETS },
    peerings: {
      resourceTypes: ['AwsEc2VpcPeeringConnection'],
      actions: ['ec2:DescribeVpcPeeringConnections', 'ec2:DescribeRouteTables'],
    },
    vpnConnections: { resourceTypes: ['AwsEc2VpnConnection'], actions: ['ec2:DescribeVpnConnections'] },
    endpointServices: {
      resourceTypes: ['AwsEc2VpcEndpointService'],
      actions: ['ec2:DescribeVpcEndpointServiceConfigurations', 'ec2:DescribeVpcEndpointServicePermissions'],
    },
  },
  load: () => import('./vpc-collect.js'),
});
