import { defineService } from '../aws-service.js';

/** Auto Scaling groups. */
export const autoscaling = defineService({
  service: 'autoscaling',
  isGlobal: false,
  parts: {
    groups: {
      resourceTypes: ['AwsAutoScalingAutoScalingGroup'],
      actions: ['autoscaling:DescribeAutoScalingGroups'],
    },
  },
  load: () => import('./autoscaling-collect.js'),
});
