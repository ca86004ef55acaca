import { defineService } from '../aws-service.js';

/** Amazon WorkSpaces. */
export const workspaces = defineService({
  service: 'workspaces',
  isGlobal: false,
  parts: {
    workspaces: { resourceTypes: ['AwsWorkspacesWorkspace'], actions: ['workspaces:DescribeWorkspaces'] },
  },
  load: () => import('./workspaces-collect.js'),
});
