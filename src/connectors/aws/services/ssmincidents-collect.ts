import {
  GetReplicationSetCommand,
  paginateListReplicationSets,
  paginateListResponsePlans,
  SSMIncidentsClient,
} from '@aws-sdk/client-ssm-incidents';
import type { Resource } from '../../resource.js';
import { inEveryRegion } from '../every-region.js';
import type { AwsScope } from '../aws-scope.js';

interface ReplicationSet {
  id: string;
  status: string;
  regions: string[];
}

/** Incident Manager of the account. Only the regions of its replication set return it. */
export async function* incidents(scope: AwsScope): AsyncGenerator<Resource> {
  const replication_sets: ReplicationSet[] = [];
  const response_plans: string[] = [];
  for await (const { sets, plans } of inEveryRegion(scope, readRegion)) {
    if (sets.length === 0) continue;
    replication_sets.push(...sets);
    response_plans.push(...plans);
    // Every region of the set returns the same.
    break;
  }
  yield scope.resource({
    type: 'AwsSsmIncidentsAccount',
    id: `arn:${scope.session.partition}:ssm-incidents::${scope.account}:account`,
    name: scope.account,
    properties: { replication_sets, response_plans: response_plans.sort() },
  });
}

async function readRegion(scope: AwsScope, region: string): Promise<{ sets: ReplicationSet[]; plans: string[] }> {
  const client = scope.client(SSMIncidentsClient, region);
  const sets: ReplicationSet[] = [];
  for await (const { replicationSetArns: arns = [] } of paginateListReplicationSets({ client }, {})) {
    for (const arn of arns) {
      const { replicationSet: set } = await client.send(new GetReplicationSetCommand({ arn }));
      sets.push({ id: arn, status: set?.status ?? '', regions: Object.keys(set?.regionMap ?? {}).sort() });
    }
  }
  if (sets.length === 0) return { sets, plans: [] };
  const plans: string[] = [];
  for await (const { responsePlanSummaries: page = [] } of paginateListResponsePlans({ client }, {})) {
    plans.push(...page.map(({ name, displayName }) => displayName ?? name ?? ''));
  }
  return { sets, plans };
}
