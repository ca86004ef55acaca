import { defineService } from '../aws-service.js';

/** Application, Network and Gateway Load Balancers. */
export const elbv2 = defineService({
  service: 'elbv2',
  isGlobal: false,
  parts: {
    loadBalancers: {
      resourceTypes: ['AwsElbv2LoadBalancer'],
      actions: [
        'elasticloadbalancing:DescribeLoadBalancers',
        'elasticloadbalancing:DescribeLoadBalancerAttributes',
        'elasticloadbalancing:DescribeListeners',
        'elasticloadbalancing:DescribeRules',
        'elasticloadbalancing:DescribeTags',
        'wafv2:ListWebACLs',
        'wafv2:ListResourcesForWebACL',
      ],
    },
  },
  load: () => import('./elbv2-collect.js'),
});
