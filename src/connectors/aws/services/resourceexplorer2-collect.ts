import { paginateListIndexes, ResourceExplorer2Client } from '@aws-sdk/client-resource-explorer-2';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Indexes of the account. Every region returns all of them. */
export async function* indexes(scope: AwsScope): AsyncGenerator<Resource> {
  const found: { region: string; type: string }[] = [];
  for await (const { Indexes: page = [] } of paginateListIndexes(
    { client: scope.client(ResourceExplorer2Client) },
    {},
  )) {
    found.push(...page.map(({ Region: region = '', Type: type = '' }) => ({ region, type })));
  }
  yield scope.resource({
    type: 'AwsResourceExplorer2Account',
    id: `arn:${scope.session.partition}:resource-explorer-2::${scope.account}:account`,
    name: scope.account,
    properties: { indexes: found },
  });
}
