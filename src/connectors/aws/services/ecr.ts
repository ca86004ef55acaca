import { defineService } from '../aws-service.js';

/** Private repositories of container images. */
export const ecr = defineService({
  service: 'ecr',
  isGlobal: false,
  parts: { repositories: { resourceTypes: ['AwsEcrRepository'], actions: ['ecr:DescribeRepositories'] } },
  load: () => import('./ecr-collect.js'),
});
