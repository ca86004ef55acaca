import type {
  GetBucketAclOutput,
  GetBucketEncryptionOutput,
  GetBucketLoggingOutput,
  GetBucketPolicyOutput,
  GetBucketPolicyStatusOutput,
  GetBucketReplicationOutput,
  GetBucketTaggingOutput,
  GetBucketVersioningOutput,
  GetBucketLifecycleConfigurationOutput,
  GetObjectLockConfigurationOutput,
  GetPublicAccessBlockOutput,
  PublicAccessBlockConfiguration,
} from '@aws-sdk/client-s3';
import { statementsOf } from '../policy-document.rules.js';
import { deniesPlainHttp, outsidePrincipals, type Viewpoint } from './resource-policy.rules.js';

/** S3's responses on a bucket; null where something is not configured. */
export interface BucketResponses {
  encryption: GetBucketEncryptionOutput | null;
  versioning: GetBucketVersioningOutput;
  objectLock: GetObjectLockConfigurationOutput | null;
  lifecycle: GetBucketLifecycleConfigurationOutput | null;
  logging: GetBucketLoggingOutput;
  publicAccessBlock: GetPublicAccessBlockOutput | null;
  acl: GetBucketAclOutput;
  policy: GetBucketPolicyOutput | null;
  policyStatus: GetBucketPolicyStatusOutput | null;
  replication: GetBucketReplicationOutput | null;
  tagging: GetBucketTaggingOutput | null;
}

/** Data of a bucket from other calls. */
export interface BucketContext extends Viewpoint {
  /** `aws`, `aws-cn`, `aws-us-gov`. */
  partition: string;
  accountBlock: PublicAccessBlockConfiguration;
  /** Region of every bucket of the account, by name. */
  regions: ReadonlyMap<string, string>;
  /** Trails by the name of their bucket. */
  trails: ReadonlyMap<string, string[]>;
}

/** Properties of a bucket except its age, each to be computed from the responses that it needs. */
export function bucketOf(name: string, answers: BucketResponses, around: BucketContext) {
  const rule = () =>
    answers.encryption?.ServerSideEncryptionConfiguration?.Rules?.[0]?.ApplyServerSideEncryptionByDefault;
  return {
    encryption: () => rule()?.SSEAlgorithm ?? null,
    kms_key_id: () => rule()?.KMSMasterKeyID ?? null,
    versioning: () => answers.versioning.Status ?? 'Off',
    mfa_delete: () => answers.versioning.MFADelete === 'Enabled',
    object_lock: () => answers.objectLock?.ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled',
    lifecycle_rules: () =>
      (answers.lifecycle?.Rules ?? []).map(({ ID: id = '', Status: status }) => ({
        id,
        enabled: status === 'Enabled',
      })),
    logging_bucket: () => answers.logging.LoggingEnabled?.TargetBucket ?? null,
    public_access_block: () =>
      eitherBlock(answers.publicAccessBlock?.PublicAccessBlockConfiguration ?? {}, around.accountBlock),
    acl_grants: () => grantsOf(answers.acl),
    policy_statements: () => policyStatementsOf(answers),
    denies_plain_http: () =>
      deniesPlainHttp(statementsOf(answers.policy?.Policy), `arn:${around.partition}:s3:::${name}`),
    policy_is_public: () => answers.policyStatus?.PolicyStatus?.IsPublic === true,
    outside_principals: () => outsidePrincipals(statementsOf(answers.policy?.Policy), around),
    replication_rules: () => replicationOf(answers.replication, around.regions),
    trails: () => around.trails.get(name) ?? [],
    tags: () =>
      Object.fromEntries((answers.tagging?.TagSet ?? []).map(({ Key: key, Value: value }) => [key ?? '', value ?? ''])),
  };
}

/** Properties of Block Public Access. */
export function blockOf(block: PublicAccessBlockConfiguration) {
  return {
    block_public_acls: block.BlockPublicAcls === true,
    ignore_public_acls: block.IgnorePublicAcls === true,
    block_public_policy: block.BlockPublicPolicy === true,
    restrict_public_buckets: block.RestrictPublicBuckets === true,
  };
}

function eitherBlock(own: PublicAccessBlockConfiguration, account: PublicAccessBlockConfiguration) {
  return {
    block_public_acls: own.BlockPublicAcls === true || account.BlockPublicAcls === true,
    ignore_public_acls: own.IgnorePublicAcls === true || account.IgnorePublicAcls === true,
    block_public_policy: own.BlockPublicPolicy === true || account.BlockPublicPolicy === true,
    restrict_public_buckets: own.RestrictPublicBuckets === true || account.RestrictPublicBuckets === true,
  };
}

function grantsOf({ Owner: owner, Grants: grants = [] }: GetBucketAclOutput) {
  return grants
    .filter(({ Grantee: grantee }) => grantee?.ID === undefined || grantee.ID !== owner?.ID)
    .map(({ Grantee: grantee, Permission: permission = '' }) => ({
      // http://acs.amazonaws.com/groups/global/AllUsers
      grantee: grantee?.URI?.split('/').at(-1) ?? grantee?.ID ?? '',
      permission,
    }));
}

function policyStatementsOf({ policy }: BucketResponses) {
  return statementsOf(policy?.Policy).map(({ effect, principals, actions, conditions }) => ({
    effect,
    principals: principals.map((principal) => principal.replace(/^(AWS|Service|Federated|CanonicalUser):/, '')),
    actions: actions.map((action) => action.toLowerCase()),
    conditions: conditions.map(({ operator, key, values }) => ({ operator: operator.toLowerCase(), key, values })),
  }));
}

function replicationOf(replication: GetBucketReplicationOutput | null, regions: ReadonlyMap<string, string>) {
  return (replication?.ReplicationConfiguration?.Rules ?? []).map((rule) => {
    const destination = rule.Destination?.Bucket?.split(':').at(-1) ?? '';
    return {
      id: rule.ID ?? '',
      enabled: rule.Status === 'Enabled',
      destination_bucket: destination,
      destination_region: regions.get(destination) ?? null,
    };
  });
}
