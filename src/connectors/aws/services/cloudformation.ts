import { defineService } from '../aws-service.js';

/** AWS CloudFormation. */
export const cloudformation = defineService({
  service: 'cloudformation',
  isGlobal: false,
  parts: {
    stacks: { resourceTypes: ['AwsCloudFormationStack'], actions: ['cloudformation:DescribeStacks'] },
  },
  load: () => import('./cloudformation-collect.js'),
});
