import {
  EC2Client,
  paginateDescribeRouteTables,
  paginateDescribeSecurityGroups,
  type RouteTable,
  type SecurityGroup,
} from '@aws-sdk/client-ec2';
import {
  DescribeDBEngineVersionsCommand,
  paginateDescribeDBClusterParameters,
  paginateDescribeDBClusters,
  paginateDescribeDBParameters,
  RDSClient,
  type DBCluster,
  type DBInstance,
  type Parameter,
} from '@aws-sdk/client-rds';
import type { AwsScope } from '../aws-scope.js';
import { prefixListsNamedBy } from './ec2-shared.js';
import { isOn, tlsParameterOf, type InstanceContext } from './rds-instance.rules.js';

/** Reads the context of the instances of a region; what several have in common is read once. */
export class RdsContext {
  private readonly loaded = new Map<string, Promise<unknown>>();

  constructor(private readonly scope: AwsScope) {}

  async of(instance: DBInstance): Promise<InstanceContext> {
    const { Engine: engine = '', EngineVersion: version = '', DBClusterIdentifier: clusterId } = instance;
    const cluster = clusterId === undefined ? null : ((await this.clusters()).get(clusterId) ?? null);
    return {
      cluster,
      isOffered: await this.once(`version ${engine} ${version}`, () =>
        this.scope.known(this.isOffered(engine, version)),
      ),
      requiresTls: await this.requiresTls(instance, cluster),
      ...(await this.securityGroups(instance)),
      routeTables: await this.routeTables(instance.DBSubnetGroup?.VpcId),
    };
  }

  private clusters(): Promise<Map<string, DBCluster>> {
    return this.once('clusters', async () => {
      const clusters = new Map<string, DBCluster>();
      for await (const { DBClusters: page = [] } of paginateDescribeDBClusters({ client: this.rds() }, {})) {
        for (const cluster of page) clusters.set(cluster.DBClusterIdentifier ?? '', cluster);
      }
      return clusters;
    });
  }

  private async isOffered(engine: string, version: string): Promise<boolean> {
    const command = new DescribeDBEngineVersionsCommand({ Engine: engine, EngineVersion: version });
    const { DBEngineVersions: versions = [] } = await this.rds().send(command);
    return versions.some(({ EngineVersion: offered }) => offered === version);
  }

  private async requiresTls(instance: DBInstance, cluster: DBCluster | null): Promise<boolean | null> {
    const parameter = tlsParameterOf(instance.Engine ?? '');
    if (parameter === null) return null;
    const client = this.rds();
    // The call accepts a filter by name; where it is ignored, the pages are searched.
    const Filters = [{ Name: 'parameter-name', Values: [parameter] }];
    const group = cluster ? cluster.DBClusterParameterGroup : instance.DBParameterGroups?.[0]?.DBParameterGroupName;
    return this.once(`parameters ${cluster ? 'cluster' : 'instance'} ${group ?? ''} ${parameter}`, () =>
      this.scope.known(
        isOnIn(
          cluster
            ? paginateDescribeDBClusterParameters({ client }, { DBClusterParameterGroupName: group, Filters })
            : paginateDescribeDBParameters({ client }, { DBParameterGroupName: group, Filters }),
          parameter,
        ),
      ),
    );
  }

  private async securityGroups({
    VpcSecurityGroups: memberships = [],
  }: DBInstance): Promise<Pick<InstanceContext, 'securityGroups' | 'prefixLists'>> {
    const ids = memberships.flatMap(({ VpcSecurityGroupId: id }) => id ?? []).sort();
    if (ids.length === 0) return { securityGroups: [], prefixLists: new Map() };
    return this.once(`groups ${ids.join()}`, async () => {
      const groups: SecurityGroup[] = [];
      const client = this.scope.client(EC2Client);
      const Filters = [{ Name: 'group-id', Values: ids }];
      for await (const { SecurityGroups: page = [] } of paginateDescribeSecurityGroups({ client }, { Filters })) {
        groups.push(...page);
      }
      return { securityGroups: groups, prefixLists: await prefixListsNamedBy(this.scope, groups) };
    });
  }

  private async routeTables(vpc: string | undefined): Promise<RouteTable[]> {
    if (vpc === undefined) return [];
    return this.once(`routes ${vpc}`, async () => {
      const tables: RouteTable[] = [];
      const client = this.scope.client(EC2Client);
      const Filters = [{ Name: 'vpc-id', Values: [vpc] }];
      for await (const { RouteTables: page = [] } of paginateDescribeRouteTables({ client }, { Filters })) {
        tables.push(...page);
      }
      return tables;
    });
  }

  private rds(): RDSClient {
    return this.scope.client(RDSClient);
  }

  private once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const result = this.loaded.get(key) ?? load();
    this.loaded.set(key, result);
    // A key always holds the result of its own `load`.
    return result as Promise<T>;
  }
}

async function isOnIn(pages: AsyncIterable<{ Parameters?: Parameter[] }>, name: string): Promise<boolean> {
  for await (const { Parameters: page = [] } of pages) {
    const parameter = page.find(({ ParameterName: each }) => each === name);
    if (parameter) return isOn(parameter);
  }
  return false;
}
