import { DescribeTaskDefinitionCommand, ECSClient, paginateListTaskDefinitions } from '@aws-sdk/client-ecs';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';

const CALLS_MAX = 4;

/** Active task definitions. */
export async function* taskDefinitions(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(ECSClient);
  for await (const { taskDefinitionArns: arns = [] } of paginateListTaskDefinitions({ client }, { status: 'ACTIVE' })) {
    yield* asCompleted(arns, CALLS_MAX, async (arn) => {
      const { taskDefinition } = await client.send(new DescribeTaskDefinitionCommand({ taskDefinition: arn }));
      const { family = '', revision = 0, networkMode, containerDefinitions = [] } = taskDefinition ?? {};
      return scope.resource({
        type: 'AwsEcsTaskDefinition',
        id: arn,
        name: `${family}:${String(revision)}`,
        properties: {
          family,
          revision,
          network_mode: networkMode ?? null,
          containers: containerDefinitions.map((container) => ({
            name: container.name ?? '',
            image: container.image ?? null,
            privileged: container.privileged ?? false,
            user: container.user ?? null,
            readonly_root_filesystem: container.readonlyRootFilesystem ?? false,
          })),
        },
      });
    });
  }
}
