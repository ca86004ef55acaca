import { defineService } from '../aws-service.js';

/** Distributions of content at the edge. */
export const cloudfront = defineService({
  service: 'cloudfront',
  isGlobal: true,
  parts: {
    distributions: { resourceTypes: ['AwsCloudFrontDistribution'], actions: ['cloudfront:ListDistributions'] },
  },
  load: () => import('./cloudfront-collect.js'),
});
