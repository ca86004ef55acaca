import {
  DescribeDBClusterSnapshotAttributesCommand,
  DescribeDBSnapshotAttributesCommand,
  paginateDescribeDBClusterSnapshots,
  paginateDescribeDBInstances,
  paginateDescribeDBSnapshots,
  RDSClient,
  type DBClusterSnapshot,
  type DBInstance,
  type DBSnapshot,
} from '@aws-sdk/client-rds';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';
import { instanceOf } from './rds-instance.rules.js';
import { RdsContext } from './rds-context.js';

const PARALLEL_ITEMS = 4;

/** Attribute with the accounts that may restore a snapshot; `all` means every account. */
const RESTORE = 'restore';

/** Database instances, including those of clusters. */
export async function* instances(scope: AwsScope): AsyncGenerator<Resource> {
  const surroundings = new RdsContext(scope);
  const results = asCompleted(instancesOf(scope), PARALLEL_ITEMS, async (instance) => ({
    instance,
    around: await surroundings.of(instance),
  }));
  for await (const { instance, around } of results) {
    yield scope.resource({
      type: 'AwsRdsDbInstance',
      id: instance.DBInstanceArn ?? '',
      name: instance.DBInstanceIdentifier ?? '',
      properties: { ...instanceOf(instance, around), age_days: scope.ageDays(instance.InstanceCreateTime) },
    });
  }
}

async function* instancesOf(scope: AwsScope): AsyncGenerator<DBInstance> {
  const pages = paginateDescribeDBInstances({ client: scope.client(RDSClient) }, { MaxRecords: 100 });
  for await (const { DBInstances: page = [] } of pages) yield* page;
}

/** Manual snapshots of instances and clusters. */
export async function* snapshots(scope: AwsScope): AsyncGenerator<Resource> {
  const results = asCompleted(takenByHand(scope), PARALLEL_ITEMS, (snapshot) =>
    scope.known(
      scope.optional(resourceOf(scope, snapshot), ['DBSnapshotNotFoundFault', 'DBClusterSnapshotNotFoundFault']),
    ),
  );
  for await (const resource of results) if (resource) yield resource;
}

type Taken = { kind: 'instance'; snapshot: DBSnapshot } | { kind: 'cluster'; snapshot: DBClusterSnapshot };

async function* takenByHand(scope: AwsScope): AsyncGenerator<Taken> {
  const client = scope.client(RDSClient);
  const input = { SnapshotType: 'manual', MaxRecords: 100 };
  for await (const { DBSnapshots: page = [] } of paginateDescribeDBSnapshots({ client }, input)) {
    for (const snapshot of page) yield { kind: 'instance', snapshot };
  }
  for await (const { DBClusterSnapshots: page = [] } of paginateDescribeDBClusterSnapshots({ client }, input)) {
    for (const snapshot of page) yield { kind: 'cluster', snapshot };
  }
}

async function resourceOf(scope: AwsScope, taken: Taken): Promise<Resource> {
  const { id, name, database, encrypted } = namesOf(taken);
  const restorers = await restorersOf(scope, taken);
  return scope.resource({
    type: 'AwsRdsDbSnapshot',
    id,
    name,
    properties: {
      kind: taken.kind,
      engine: taken.snapshot.Engine ?? '',
      database,
      public: restorers.includes('all'),
      shared_with: restorers.filter((account) => account !== 'all'),
      encrypted,
      age_days: scope.ageDays(taken.snapshot.SnapshotCreateTime),
    },
  });
}

function namesOf({ kind, snapshot }: Taken) {
  switch (kind) {
    case 'instance':
      return {
        id: snapshot.DBSnapshotArn ?? '',
        name: snapshot.DBSnapshotIdentifier ?? '',
        database: snapshot.DBInstanceIdentifier ?? '',
        encrypted: snapshot.Encrypted === true,
      };
    case 'cluster':
      return {
        id: snapshot.DBClusterSnapshotArn ?? '',
        name: snapshot.DBClusterSnapshotIdentifier ?? '',
        database: snapshot.DBClusterIdentifier ?? '',
        encrypted: snapshot.StorageEncrypted === true,
      };
  }
}

async function restorersOf(scope: AwsScope, { kind, snapshot }: Taken): Promise<string[]> {
  const client = scope.client(RDSClient);
  switch (kind) {
    case 'instance': {
      const command = new DescribeDBSnapshotAttributesCommand({ DBSnapshotIdentifier: snapshot.DBSnapshotIdentifier });
      const { DBSnapshotAttributesResult: result } = await client.send(command);
      return valuesOf(result?.DBSnapshotAttributes);
    }
    case 'cluster': {
      const command = new DescribeDBClusterSnapshotAttributesCommand({
        DBClusterSnapshotIdentifier: snapshot.DBClusterSnapshotIdentifier,
      });
      const { DBClusterSnapshotAttributesResult: result } = await client.send(command);
      return valuesOf(result?.DBClusterSnapshotAttributes);
    }
  }
}

function valuesOf(attributes: { AttributeName?: string; AttributeValues?: string[] }[] = []): string[] {
  return attributes
    .filter(({ AttributeName: name }) => name === RESTORE)
    .flatMap(({ AttributeValues: values = [] }) => values);
}
