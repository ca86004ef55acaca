import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateListTables,
} from '@aws-sdk/client-dynamodb';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';

const PARALLEL_TABLES = 4;

/** Tables. */
export async function* tables(scope: AwsScope): AsyncGenerator<Resource> {
  const results = asCompleted(namesOf(scope), PARALLEL_TABLES, (name) =>
    scope.known(scope.optional(tableOf(scope, name), ['ResourceNotFoundException', 'TableNotFoundException'])),
  );
  for await (const resource of results) if (resource) yield resource;
}

async function* namesOf(scope: AwsScope): AsyncGenerator<string> {
  const pages = paginateListTables({ client: scope.client(DynamoDBClient) }, { Limit: 100 });
  for await (const { TableNames: page = [] } of pages) yield* page;
}

async function tableOf(scope: AwsScope, name: string): Promise<Resource> {
  const client = scope.client(DynamoDBClient);
  const { Table: table } = await client.send(new DescribeTableCommand({ TableName: name }));
  const gone = ['ResourceNotFoundException', 'TableNotFoundException'];
  const recovery = await scope.detail(recoveryOf(client, name), gone);
  return scope.described({
    type: 'AwsDynamoDbTable',
    id: table?.TableArn ?? `arn:${scope.session.partition}:dynamodb:${scope.region}:${scope.account}:table/${name}`,
    name,
    properties: {
      status: () => table?.TableStatus ?? '',
      point_in_time_recovery: () => recovery.isOn,
      recovery_period_days: () => recovery.periodDays,
      deletion_protection: () => table?.DeletionProtectionEnabled === true,
      kms_key_arn: () => table?.SSEDescription?.KMSMasterKeyArn ?? null,
      size_bytes: () => table?.TableSizeBytes ?? 0,
      age_days: () => scope.ageDays(table?.CreationDateTime),
    },
  });
}

async function recoveryOf(client: DynamoDBClient, name: string) {
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: name }),
  );
  const recovery = backups?.PointInTimeRecoveryDescription;
  const isOn = recovery?.PointInTimeRecoveryStatus === 'ENABLED';
  // 35 days, before AWS made it configurable.
  return { isOn, periodDays: isOn ? (recovery.RecoveryPeriodInDays ?? 35) : null };
}
