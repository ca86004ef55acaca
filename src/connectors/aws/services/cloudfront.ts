import { defineService } from '../aws-service.js';

/** CloudFront distributions. */
export const cloudfront = defineService({
  service: 'cloudfront',
  isGlobal: true,
  parts: {
    distributions: { resourceTypes: ['AwsCloudFrontDistribution'], actions: ['cloudfront:ListDistributions'] },
  },
  load: () => import('./cloudfront-collect.js'),
});
