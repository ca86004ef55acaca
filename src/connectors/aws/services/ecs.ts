import { defineService } from '../aws-service.js';

/** Task definitions of the Elastic Container Service. */
export const ecs = defineService({
  service: 'ecs',
  isGlobal: false,
  parts: {
    taskDefinitions: {
      resourceTypes: ['AwsEcsTaskDefinition'],
      actions: ['ecs:ListTaskDefinitions', 'ecs:DescribeTaskDefinition'],
    },
  },
  load: () => import('./ecs-collect.js'),
});
