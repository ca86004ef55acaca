import { ECRClient, paginateDescribeRepositories } from '@aws-sdk/client-ecr';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Private repositories. */
export async function* repositories(scope: AwsScope): AsyncGenerator<Resource> {
  const pages = paginateDescribeRepositories({ client: scope.client(ECRClient), pageSize: 1_000 }, {});
  for await (const { repositories: found = [] } of pages) {
    for (const repository of found) {
      yield scope.resource({
        type: 'AwsEcrRepository',
        id: repository.repositoryArn ?? '',
        name: repository.repositoryName ?? '',
        properties: {
          scan_on_push: repository.imageScanningConfiguration?.scanOnPush ?? false,
          tag_mutability: repository.imageTagMutability ?? 'MUTABLE',
          encryption_type: repository.encryptionConfiguration?.encryptionType ?? null,
          age_days: scope.ageDays(repository.createdAt),
        },
      });
    }
  }
}
