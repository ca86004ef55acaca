import { defineService } from '../collector.js';

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
  load: () => import('./efs.collect.js'),
});
