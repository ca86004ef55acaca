import { defineService } from '../aws-service.js';

/** AWS Elastic Disaster Recovery. */
export const drs = defineService({
  service: 'drs',
  isGlobal: false,
  parts: {
    jobs: { resourceTypes: ['AwsDrsRegion'], actions: ['drs:DescribeJobs'] },
  },
  load: () => import('./drs-collect.js'),
});
