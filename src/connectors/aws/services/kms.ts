import { defineService } from '../aws-service.js';

/** Key Management Service. */
export const kms = defineService({
  service: 'kms',
  isGlobal: false,
  parts: {
    keys: {
      resourceTypes: ['AwsKmsKey'],
      actions: ['kms:ListKeys', 'kms:ListAliases', 'kms:DescribeKey', 'kms:GetKeyRotationStatus', 'kms:GetKeyPolicy'],
    },
  },
  load: () => import('./kms-collect.js'),
});
