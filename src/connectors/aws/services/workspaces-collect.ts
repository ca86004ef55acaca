import { paginateDescribeWorkspaces, WorkSpacesClient } from '@aws-sdk/client-workspaces';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Virtual desktops, without their users. */
export async function* workspaces(scope: AwsScope): AsyncGenerator<Resource> {
  for await (const { Workspaces: page = [] } of paginateDescribeWorkspaces(
    { client: scope.client(WorkSpacesClient) },
    {},
  )) {
    for (const workspace of page) {
      const id = workspace.WorkspaceId ?? '';
      yield scope.resource({
        type: 'AwsWorkspacesWorkspace',
        id: `arn:${scope.session.partition}:workspaces:${scope.region}:${scope.account}:workspace/${id}`,
        name: id,
        properties: {
          state: workspace.State ?? '',
          root_volume_encrypted: workspace.RootVolumeEncryptionEnabled ?? false,
          user_volume_encrypted: workspace.UserVolumeEncryptionEnabled ?? false,
        },
      });
    }
  }
}
