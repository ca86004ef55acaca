import type { IpPermission, RouteTable, SecurityGroup } from '@aws-sdk/client-ec2';
import type { DBCluster, DBInstance, Parameter } from '@aws-sdk/client-rds';
import { isRuleOpen, type PrefixLists } from './ec2-traffic.rules.js';
import { publicSubnets } from './vpc.rules.js';

/** Data of an instance from other calls. */
export interface InstanceContext {
  /** The cluster that it is a member of, or null. */
  cluster: DBCluster | null;
  /** Whether RDS still offers its version, or null where that could not be read. */
  isOffered: boolean | null;
  requiresTls: boolean | null;
  securityGroups: readonly SecurityGroup[];
  prefixLists: PrefixLists;
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
    open_security_groups: openGroups(around, port),
    public_subnets: publicSubnetsOf(instance, around.routeTables),
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

/** Subnets of an instance with a route to the internet, in their own route table or else in the main one of the VPC. */
export function publicSubnetsOf({ DBSubnetGroup: group }: DBInstance, tables: readonly RouteTable[]): string[] {
  const isPublic = publicSubnets(tables);
  const ids = (group?.Subnets ?? []).flatMap(({ SubnetIdentifier: id }) => id ?? []);
  return ids.filter((id) => isPublic({ SubnetId: id, VpcId: group?.VpcId }));
}

/** Groups that admit the internet to a port; null where that hangs on a prefix list that could not be read. */
function openGroups({ securityGroups, prefixLists }: InstanceContext, port: number | null): string[] | null {
  const states = securityGroups.map(({ GroupId: id = '', IpPermissions: rules = [] }) => {
    const open = rules.filter((rule) => coversPort(rule, port)).map((rule) => isRuleOpen(rule, prefixLists));
    return { id, open };
  });
  const ids = states.filter(({ open }) => open.includes(true)).map(({ id }) => id);
  return ids.length === 0 && states.some(({ open }) => open.includes(null)) ? null : ids;
}

/** Whether a rule is for a port over TCP. Any rule may be where the port is not known. */
function coversPort(
  { IpProtocol: protocol, FromPort: first = 0, ToPort: last = 65_535 }: IpPermission,
  port: number | null,
) {
  if (protocol === '-1') return true;
  return (protocol === 'tcp' || protocol === '6') && (port === null || (first <= port && port <= last));
}

/** Port of an instance. One that is being created has no endpoint; a member of a SQL Server cluster has the port elsewhere. */
function portOf({ Endpoint: endpoint, DbInstancePort: port }: DBInstance): number | null {
  const known = endpoint?.Port ?? port;
  return known === undefined || known === 0 ? null : known;
}
