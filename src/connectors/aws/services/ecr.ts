import { defineService } from '../aws-service.js';

/** Elastic Container Registry: private repositories. */
export const ecr = defineService({
  service: 'ecr',
  isGlobal: false,
  parts: {
    repositories: {
      resourceTypes: ['AwsEcrRepository'],
      actions: ['ecr:DescribeRepositories', 'ecr:DescribePullThroughCacheRules'],
    },
  },
  load: () => import('./ecr-collect.js'),
});
