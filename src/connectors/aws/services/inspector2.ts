import { defineService } from '../aws-service.js';

/** Inspector. */
export const inspector2 = defineService({
  service: 'inspector2',
  isGlobal: false,
  parts: {
    account: {
      resourceTypes: ['AwsInspector2Account'],
      actions: [
        'inspector2:BatchGetAccountStatus',
        'inspector2:ListFindings',
        'ec2:DescribeInstances',
        'ecr:DescribeRepositories',
        'lambda:ListFunctions',
      ],
    },
  },
  load: () => import('./inspector2-collect.js'),
});
