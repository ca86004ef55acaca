import { defineService } from '../aws-service.js';

/** Kubernetes clusters. */
export const eks = defineService({
  service: 'eks',
  isGlobal: false,
  parts: {
    clusters: { resourceTypes: ['AwsEksCluster'], actions: ['eks:ListClusters', 'eks:DescribeCluster'] },
  },
  load: () => import('./eks-collect.js'),
});
