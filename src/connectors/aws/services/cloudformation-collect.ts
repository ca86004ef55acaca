import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Stacks; AWS omits deleted ones. */
export async function* stacks(scope: AwsScope): AsyncGenerator<Resource> {
  for await (const { Stacks: page = [] } of paginateDescribeStacks(
    { client: scope.client(CloudFormationClient) },
    {},
  )) {
    for (const stack of page) {
      yield scope.resource({
        type: 'AwsCloudFormationStack',
        id: stack.StackId ?? '',
        name: stack.StackName ?? '',
        properties: {
          status: stack.StackStatus ?? '',
          is_nested: stack.RootId !== undefined || stack.ParentId !== undefined,
          termination_protection: stack.EnableTerminationProtection ?? false,
          age_days: scope.ageDays(stack.CreationTime),
          tags: Object.fromEntries((stack.Tags ?? []).map(({ Key: key, Value: value }) => [key ?? '', value ?? ''])),
        },
      });
    }
  }
}
