import { defineService } from '../aws-service.js';

/** AWS Resource Explorer. */
export const resourceexplorer2 = defineService({
  service: 'resourceexplorer2',
  isGlobal: true,
  parts: {
    indexes: { resourceTypes: ['AwsResourceExplorer2Account'], actions: ['resource-explorer-2:ListIndexes'] },
  },
  load: () => import('./resourceexplorer2-collect.js'),
});
