import { defineService } from '../aws-service.js';

/** EC2: instances, volumes, snapshots, images, and the traffic that they accept. */
export const ec2 = defineService({
  service: 'ec2',
  isGlobal: false,
  parts: {
    securityGroups: {
      resourceTypes: ['AwsEc2SecurityGroup'],
      actions: [
        'ec2:DescribeSecurityGroups',
        'ec2:DescribeNetworkInterfaces',
        'ec2:GetManagedPrefixListEntries',
        'lambda:ListFunctions',
      ],
    },
    networkAcls: {
      resourceTypes: ['AwsEc2NetworkAcl'],
      actions: ['ec2:DescribeNetworkAcls', 'ec2:DescribeSecurityGroups'],
    },
    instances: {
      resourceTypes: ['AwsEc2Instance'],
      actions: [
        'ec2:DescribeInstances',
        'ec2:DescribeInstanceAttribute',
        'ec2:DescribeImages',
        'ssm:DescribeInstanceInformation',
      ],
    },
    volumes: {
      resourceTypes: ['AwsEc2Volume'],
      actions: [
        'ec2:DescribeVolumes',
        'backup:ListBackupPlans',
        'backup:ListBackupSelections',
        'backup:GetBackupSelection',
      ],
    },
    ebsSettings: {
      resourceTypes: ['AwsEc2EbsSettings'],
      actions: ['ec2:GetEbsEncryptionByDefault', 'ec2:DescribeVolumes'],
    },
    snapshots: {
      resourceTypes: ['AwsEc2Snapshot'],
      actions: ['ec2:DescribeSnapshots', 'ec2:DescribeSnapshotAttribute'],
    },
    images: { resourceTypes: ['AwsEc2Image'], actions: ['ec2:DescribeImages'] },
    clientVpnEndpoints: { resourceTypes: ['AwsEc2ClientVpnEndpoint'], actions: ['ec2:DescribeClientVpnEndpoints'] },
  },
  load: async () => ({
    ...(await import('./ec2-traffic-collect.js')),
    ...(await import('./ec2-instances-collect.js')),
    ...(await import('./ec2-disks-collect.js')),
  }),
});
