import type { IpPermission, RouteTable, SecurityGroup } from '@aws-sdk/client-ec2';
import type { DBCluster, DBInstance, Parameter } from '@aws-sdk/client-rds';

/** Data of an instance from other calls. */
export interface InstanceContext {
  /** The cluster that it is a member of, or null. */
  cluster: DBCluster | null;
  /** Whether RDS still offers its version, or null where that could not be read. */
  isOffered: boolean | null;
  requiresTls: boolean | null;
  securityGroups: readonly SecurityGroup[];
  /** Route tables of its VPC. */
  routeTables: readonly RouteTable[];
}

/** Properties of an instance except its age. */
export function instanceOf(instance: DBInstance, around: InstanceContext) {
  const { cluster } = around;
  const port = portOf(instance);
  return {
    engine: instance.Engine ?? '',
    engine_version: instance.EngineVersion ?? '',
    engine_version_offered: around.isOffered,
    cluster: instance.DBClusterIdentifier ?? null,
    replica_of: instance.ReadReplicaSourceDBInstanceIdentifier ?? null,
    storage_encrypted: instance.StorageEncrypted === true,
    kms_key_id: instance.KmsKeyId ?? null,
    requires_tls: around.requiresTls,
    publicly_accessible: instance.PubliclyAccessible === true,
    port,
    open_security_groups: around.securityGroups
      .filter(({ IpPermissions: rules = [] }) => rules.some((rule) => isOpen(rule, port)))
      .map(({ GroupId: id = '' }) => id),
    public_subnets: publicSubnets(subnetsOf(instance), around.routeTables),
    iam_authentication: (cluster ?? instance).IAMDatabaseAuthenticationEnabled === true,
    master_username: (cluster ?? instance).MasterUsername ?? null,
    backup_retention_days: (cluster ?? instance).BackupRetentionPeriod ?? 0,
    multi_az: (cluster ?? instance).MultiAZ === true,
    deletion_protection: (cluster ?? instance).DeletionProtection === true,
    auto_minor_version_upgrade: instance.AutoMinorVersionUpgrade === true,
    log_exports: [...(instance.EnabledCloudwatchLogsExports ?? [])],
    tags: Object.fromEntries((instance.TagList ?? []).map(({ Key: key, Value: value }) => [key ?? '', value ?? ''])),
  };
}

/** Parameter that makes an engine accept only TLS connections; null for an engine without one. */
export function tlsParameterOf(engine: string): string | null {
  if (/postgres|^sqlserver/.test(engine)) return 'rds.force_ssl';
  return /mysql|^mariadb$|^aurora$/.test(engine) ? 'require_secure_transport' : null;
}

/** Whether such a parameter is on. */
export function isOn({ ParameterValue: value = '' }: Parameter): boolean {
  return ['1', 'on', 'true'].includes(value.toLowerCase());
}

/** Subnets with a route to an internet gateway, in their own route table or else in the main one of the VPC. */
export function publicSubnets(subnets: readonly string[], tables: readonly RouteTable[]): string[] {
  const tableOf = new Map<string, RouteTable>();
  let main: RouteTable | undefined;
  for (const table of tables) {
    for (const { SubnetId: subnet, Main: isMain } of table.Associations ?? []) {
      if (subnet !== undefined) tableOf.set(subnet, table);
      if (isMain === true) main = table;
    }
  }
  return subnets.filter((subnet) =>
    (tableOf.get(subnet) ?? main)?.Routes?.some(
      ({ GatewayId: gateway, DestinationCidrBlock: v4, DestinationIpv6CidrBlock: v6 }) =>
        gateway?.startsWith('igw-') === true && (v4 === '0.0.0.0/0' || v6 === '::/0'),
    ),
  );
}

function subnetsOf({ DBSubnetGroup: group }: DBInstance): string[] {
  return (group?.Subnets ?? []).flatMap(({ SubnetIdentifier: id }) => id ?? []);
}

/** Whether a rule allows any address to reach a port over TCP. */
function isOpen(rule: IpPermission, port: number | null): boolean {
  const isForAnyone =
    rule.IpRanges?.some(({ CidrIp: range }) => range === '0.0.0.0/0') === true ||
    rule.Ipv6Ranges?.some(({ CidrIpv6: range }) => range === '::/0') === true;
  if (!isForAnyone || port === null) return false;
  if (rule.IpProtocol === '-1') return true;
  return rule.IpProtocol === 'tcp' && (rule.FromPort ?? 0) <= port && port <= (rule.ToPort ?? 65_535);
}

/** Port of an instance. One that is being created has no endpoint; a member of a SQL Server cluster has the port elsewhere. */
function portOf({ Endpoint: endpoint, DbInstancePort: port }: DBInstance): number | null {
  const known = endpoint?.Port ?? port;
  return known === undefined || known === 0 ? null : known;
}
