interface ReadType {
  resourceType: string;
  /** Null where it was not counted. */
  resources: number | null;
}

/** Services by the beginning of the types of their resources, under their provider: the first that fits. Names are those of the providers, in every language. */
const SERVICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AWS: {
    AwsAccessAnalyzer: 'IAM Access Analyzer',
    AwsAccount: 'Account Management',
    AwsApiGateway: 'API Gateway',
    AwsAppStream: 'AppStream',
    AwsAutoScaling: 'Auto Scaling',
    AwsBackup: 'Backup',
    AwsCertificateManager: 'ACM',
    AwsCloudFormation: 'CloudFormation',
    AwsCloudFront: 'CloudFront',
    AwsCloudTrail: 'CloudTrail',
    AwsCloudWatch: 'CloudWatch',
    AwsCodeBuild: 'CodeBuild',
    AwsConfig: 'Config',
    AwsDrs: 'Elastic Disaster Recovery',
    AwsDynamoDb: 'DynamoDB',
    AwsEc2Vpc: 'VPC',
    AwsEc2Subnet: 'VPC',
    AwsEc2Vpn: 'VPC',
    AwsEc2NetworkAcl: 'VPC',
    AwsEc2: 'EC2',
    AwsEcr: 'ECR',
    AwsEcs: 'ECS',
    AwsEfs: 'EFS',
    AwsEks: 'EKS',
    AwsElb: 'Elastic Load Balancing',
    AwsGuardDuty: 'GuardDuty',
    AwsIam: 'IAM',
    AwsInspector: 'Inspector',
    AwsKms: 'KMS',
    AwsLambda: 'Lambda',
    AwsLogs: 'CloudWatch',
    AwsMacie: 'Macie',
    AwsOrganizations: 'Organizations',
    AwsRds: 'RDS',
    AwsResourceExplorer: 'Resource Explorer',
    AwsS3: 'S3',
    AwsSecretsManager: 'Secrets Manager',
    AwsSecurityHub: 'Security Hub',
    AwsSes: 'SES',
    AwsShield: 'Shield',
    AwsSsmIncidents: 'Incident Manager',
    AwsSsm: 'Systems Manager',
    AwsWaf: 'WAF',
    AwsWorkspaces: 'WorkSpaces',
  },
  Azure: {
    AzureEntra: 'Entra ID',
    'microsoft.compute/': 'Virtual Machines',
    'microsoft.keyvault/': 'Key Vault',
    'microsoft.network/': 'Virtual Network',
    'microsoft.resources/': 'Resource Manager',
    'microsoft.security/': 'Defender for Cloud',
    'microsoft.sql/': 'SQL Database',
    'microsoft.storage/': 'Storage',
  },
  'Google Cloud': {
    'cloudkms.': 'Cloud KMS',
    'cloudresourcemanager.': 'Resource Manager',
    'compute.': 'Compute Engine',
    'dns.': 'Cloud DNS',
    'iam.': 'IAM',
    'serviceusage.': 'Service Usage',
    'sqladmin.': 'Cloud SQL',
    'storage.': 'Cloud Storage',
  },
  GitHub: { GitHubActions: 'Actions', GitHubOrganization: 'Organization', GitHubRepository: 'Repositories' },
  Kubernetes: { Pod: 'Workloads', ConfigMap: 'Workloads', RbacRole: 'RBAC', ClusterRoleBinding: 'RBAC' },
  'Microsoft 365': {
    Defender: 'Defender',
    Entra: 'Entra ID',
    Exchange: 'Exchange Online',
    Intune: 'Intune',
    SharePoint: 'SharePoint',
    Teams: 'Teams',
  },
  Okta: { OktaBuiltIn: 'Applications', OktaPassword: 'Policies', OktaGlobalSession: 'Policies', Okta: 'Organization' },
  PostgreSQL: { PostgresDatabase: 'Databases', PostgresRole: 'Roles', Postgres: 'Server' },
};

/** Provider and service of a type of resources; null of one that none of them begins. */
export function serviceOf(resourceType: string): { provider: string; service: string } | null {
  for (const [provider, services] of Object.entries(SERVICES)) {
    const begin = Object.keys(services).find((each) => resourceType.startsWith(each));
    if (begin !== undefined) return { provider, service: services[begin] ?? begin };
  }
  return null;
}

/**
 * What a scan read of an integration, those with most resources first: its services, or the providers where there are several, as in the demonstration. What it
 * looked for and found none of counts as read too.
 */
export function readNames(types: readonly ReadType[]): string[] {
  const known = types.flatMap(({ resourceType, resources }) => {
    const found = serviceOf(resourceType);
    return found ? [{ ...found, resources: resources ?? 0 }] : [];
  });
  const isOne = new Set(known.map(({ provider }) => provider)).size <= 1;
  const counts = new Map<string, number>();
  for (const { provider, service, resources } of known) {
    const name = isOne ? service : provider;
    counts.set(name, (counts.get(name) ?? 0) + resources);
  }
  return [...counts].toSorted((one, other) => other[1] - one[1]).map(([name]) => name);
}

interface ReadScan<Type> {
  integrationIds: readonly string[];
  resourceTypes: readonly (Type & { integrationId: string })[];
}

/** What the last of some scans that looked at an integration read of it. @param scans newest first */
export function readOf<Type>(scans: readonly ReadScan<Type>[], integrationId: string): Type[] {
  const last = scans.find(({ integrationIds }) => integrationIds.includes(integrationId));
  return last?.resourceTypes.filter((each) => each.integrationId === integrationId) ?? [];
}

/** What was read of a provider. */
export interface ProviderRead {
  provider: string;
  /** Its services with a resource, those with most first. */
  services: string[];
  resources: number;
  /** Checks of it that are on hold. */
  onHold: number;
}

/** Beginnings of the ids of checks, by the provider that each looks at. */
const CHECKS: Readonly<Record<string, string>> = {
  AWS: 'aws.',
  Azure: 'azure.',
  'Google Cloud': 'gcp.',
  GitHub: 'github.',
  Kubernetes: 'kubernetes.',
  'Microsoft 365': 'm365.',
  Okta: 'okta.',
  PostgreSQL: 'postgresql.',
};

/** What was read by provider, those with most resources first. @param held ids of the checks on hold */
export function providersOf(types: readonly ReadType[], held: readonly string[]): ProviderRead[] {
  const found = new Map<string, Map<string, number>>();
  for (const { resourceType, resources } of types) {
    const known = serviceOf(resourceType);
    if (!known) continue;
    const services = found.get(known.provider) ?? new Map<string, number>();
    found.set(known.provider, services.set(known.service, (services.get(known.service) ?? 0) + (resources ?? 0)));
  }
  return [...found]
    .map(([provider, services]) => ({
      provider,
      services: [...services]
        .filter(([, count]) => count > 0)
        .toSorted((one, other) => other[1] - one[1])
        .map(([name]) => name),
      resources: [...services.values()].reduce((sum, count) => sum + count, 0),
      onHold: held.filter((id) => id.startsWith(CHECKS[provider] ?? ' ')).length,
    }))
    .toSorted((one, other) => other.resources - one.resources);
}
