import { DescribeInstancesCommand, EC2Client } from '@aws-sdk/client-ec2';
import { DescribeRepositoriesCommand, ECRClient } from '@aws-sdk/client-ecr';
import {
  BatchGetAccountStatusCommand,
  Inspector2Client,
  paginateListFindings,
  type ResourceState,
} from '@aws-sdk/client-inspector2';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Limit up to which findings are counted. */
const FINDINGS_MAX = 1_000;

/** States of instances that are not terminated. */
const EXISTING = ['pending', 'running', 'stopping', 'stopped'];

/** Inspector in the region, and the resources that it could scan. */
export async function* account(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(Inspector2Client);
  const { accounts = [] } = await client.send(new BatchGetAccountStatusCommand({ accountIds: [scope.account] }));
  const [state] = accounts;
  const status = state?.state?.status ?? 'DISABLED';
  yield scope.resource({
    type: 'AwsInspector2Account',
    id: `arn:${scope.session.partition}:inspector2:${scope.region}:${scope.account}:account`,
    name: scope.region,
    properties: {
      status,
      scan_types: scanTypesOf(state?.resourceState),
      workloads: await workloadsOf(scope),
      active_findings: status === 'ENABLED' ? await countOfFindings(client, scope.account) : null,
    },
  });
}

function scanTypesOf({ ec2, ecr, lambda, lambdaCode }: Partial<ResourceState> = {}): string[] {
  const states = { EC2: ec2, ECR: ecr, LAMBDA: lambda, LAMBDA_CODE: lambdaCode };
  return Object.entries(states).flatMap(([type, state]) => (state?.status === 'ENABLED' ? [type] : []));
}

async function workloadsOf(scope: AwsScope): Promise<string[]> {
  const { Reservations: instances = [] } = await scope
    .client(EC2Client)
    .send(
      new DescribeInstancesCommand({ MaxResults: 5, Filters: [{ Name: 'instance-state-name', Values: EXISTING }] }),
    );
  const { repositories = [] } = await scope.client(ECRClient).send(new DescribeRepositoriesCommand({ maxResults: 1 }));
  const { Functions: functions = [] } = await scope
    .client(LambdaClient)
    .send(new ListFunctionsCommand({ MaxItems: 1 }));
  const found = { EC2: instances, ECR: repositories, LAMBDA: functions };
  return Object.entries(found).flatMap(([type, some]) => (some.length > 0 ? [type] : []));
}

async function countOfFindings(client: Inspector2Client, accountId: string): Promise<number> {
  const filterCriteria = {
    findingStatus: [{ comparison: 'EQUALS' as const, value: 'ACTIVE' }],
    awsAccountId: [{ comparison: 'EQUALS' as const, value: accountId }],
  };
  let count = 0;
  for await (const { findings = [] } of paginateListFindings({ client }, { filterCriteria, maxResults: 100 })) {
    count += findings.length;
    if (count >= FINDINGS_MAX) return FINDINGS_MAX;
  }
  return count;
}
