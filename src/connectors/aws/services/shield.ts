import { defineService } from '../aws-service.js';

/** AWS Shield Advanced. */
export const shield = defineService({
  service: 'shield',
  isGlobal: true,
  parts: {
    loadBalancers: {
      resourceTypes: ['AwsShieldLoadBalancer'],
      actions: ['shield:GetSubscriptionState', 'shield:ListProtections', 'elasticloadbalancing:DescribeLoadBalancers'],
    },
  },
  load: () => import('./shield-collect.js'),
});
