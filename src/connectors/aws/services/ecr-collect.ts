import {
  ECRClient,
  paginateDescribePullThroughCacheRules,
  paginateDescribeRepositories,
  type Repository,
} from '@aws-sdk/client-ecr';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Private repositories. */
export async function* repositories(scope: AwsScope): AsyncGenerator<Resource> {
  const prefixes = await scope.detail(cachePrefixes(scope));
  const pages = paginateDescribeRepositories({ client: scope.client(ECRClient), pageSize: 1_000 }, {});
  for await (const { repositories: found = [] } of pages) {
    for (const repository of found) {
      yield scope.described({
        type: 'AwsEcrRepository',
        id: repository.repositoryArn ?? '',
        name: repository.repositoryName ?? '',
        properties: {
          scan_on_push: () => repository.imageScanningConfiguration?.scanOnPush ?? false,
          tag_mutability: () => repository.imageTagMutability ?? 'MUTABLE',
          encryption_type: () => repository.encryptionConfiguration?.encryptionType ?? null,
          age_days: () => scope.ageDays(repository.createdAt),
          is_pull_through_cache: () => isCached(repository, prefixes),
        },
      });
    }
  }
}

/** Prefix of a rule that caches under no prefix of its own. */
const NO_PREFIX = 'ROOT';

/** Prefixes under which the region caches images of other registries. */
async function cachePrefixes(scope: AwsScope): Promise<string[]> {
  const prefixes: string[] = [];
  const pages = paginateDescribePullThroughCacheRules({ client: scope.client(ECRClient), pageSize: 1_000 }, {});
  for await (const { pullThroughCacheRules: rules = [] } of pages) {
    prefixes.push(...rules.flatMap(({ ecrRepositoryPrefix: prefix }) => prefix ?? []));
  }
  return prefixes;
}

/** A rule without a prefix may cache into any repository: which of them it made is unknown, so that it makes none a cache. */
function isCached({ repositoryName: name = '' }: Repository, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => prefix !== NO_PREFIX && name.startsWith(`${prefix}/`));
}
