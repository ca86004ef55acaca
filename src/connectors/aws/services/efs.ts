import { defineService } from '../aws-service.js';

/** Elastic File System. */
export const efs = defineService({
  service: 'efs',
  isGlobal: false,
  parts: {
    fileSystems: {
      resourceTypes: ['AwsEfsFileSystem'],
      actions: ['elasticfilesystem:DescribeFileSystems'],
    },
  },
  load: () => import('./efs-collect.js'),
});
