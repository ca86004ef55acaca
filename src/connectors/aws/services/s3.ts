import { defineService } from '../aws-service.js';
import { TRAIL_ACTIONS } from './trails.js';

/** Simple Storage Service. */
export const s3 = defineService({
  service: 's3',
  isGlobal: true,
  parts: {
    account: { resourceTypes: ['AwsS3AccountPublicAccessBlock'], actions: ['s3:GetAccountPublicAccessBlock'] },
    buckets: {
      resourceTypes: ['AwsS3Bucket'],
      actions: [
        's3:ListAllMyBuckets',
        's3:GetEncryptionConfiguration',
        's3:GetBucketVersioning',
        's3:GetBucketObjectLockConfiguration',
        's3:GetLifecycleConfiguration',
        's3:GetBucketLogging',
        's3:GetBucketPublicAccessBlock',
        's3:GetBucketAcl',
        's3:GetBucketPolicy',
        's3:GetBucketPolicyStatus',
        's3:GetReplicationConfiguration',
        's3:GetBucketTagging',
        's3:GetAccountPublicAccessBlock',
        ...TRAIL_ACTIONS,
      ],
    },
  },
  load: () => import('./s3-collect.js'),
});
