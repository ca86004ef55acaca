import { defineService } from '../aws-service.js';
import { TRAIL_ACTIONS } from './trails.js';

/** CloudTrail. */
export const cloudtrail = defineService({
  service: 'cloudtrail',
  isGlobal: true,
  parts: {
    trails: {
      resourceTypes: ['AwsCloudTrailTrail', 'AwsCloudTrailRegion', 'AwsCloudTrailAccount'],
      actions: [
        ...TRAIL_ACTIONS,
        'cloudtrail:GetEventSelectors',
        'cloudtrail:GetInsightSelectors',
        's3:ListAllMyBuckets',
        's3:GetBucketVersioning',
      ],
    },
  },
  load: () => import('./cloudtrail-collect.js'),
});
