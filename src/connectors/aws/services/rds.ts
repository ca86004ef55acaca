import { defineService } from '../aws-service.js';

/** Relational Database Service, Aurora included. */
export const rds = defineService({
  service: 'rds',
  isGlobal: false,
  parts: {
    instances: {
      resourceTypes: ['AwsRdsDbInstance'],
      actions: [
        'rds:DescribeDBInstances',
        'rds:DescribeDBClusters',
        'rds:DescribeDBParameters',
        'rds:DescribeDBClusterParameters',
        'rds:DescribeDBEngineVersions',
        'ec2:DescribeSecurityGroups',
        'ec2:DescribeRouteTables',
        'ec2:GetManagedPrefixListEntries',
      ],
    },
    snapshots: {
      resourceTypes: ['AwsRdsDbSnapshot'],
      actions: [
        'rds:DescribeDBSnapshots',
        'rds:DescribeDBSnapshotAttributes',
        'rds:DescribeDBClusterSnapshots',
        'rds:DescribeDBClusterSnapshotAttributes',
      ],
    },
  },
  load: () => import('./rds-collect.js'),
});
