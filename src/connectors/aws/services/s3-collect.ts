import {
  GetBucketAclCommand,
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketLoggingCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  GetBucketReplicationCommand,
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
  GetPublicAccessBlockCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  GetPublicAccessBlockCommand as GetAccountPublicAccessBlockCommand,
  S3ControlClient,
  type PublicAccessBlockConfiguration,
} from '@aws-sdk/client-s3-control';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';
import { bucketsOf, type KnownBucket } from './buckets.js';
import { blockOf, bucketOf, type BucketResponses, type BucketContext } from './s3-bucket.rules.js';
import { trailsOf } from './trails.js';

/** Limit of buckets processed at a time, each with eleven calls, one after another. */
const PARALLEL_BUCKETS = 6;

/** Block Public Access of the account; all off where it is not configured. */
export async function* account(scope: AwsScope): AsyncGenerator<Resource> {
  yield scope.resource({
    type: 'AwsS3AccountPublicAccessBlock',
    id: `arn:${scope.session.partition}:s3:::${scope.account}/account`,
    name: scope.account,
    properties: blockOf(await scope.shared(accountBlock)),
  });
}

/** Buckets in the regions that are read. One that cannot be read completely is omitted, and a gap. */
export async function* buckets(scope: AwsScope): AsyncGenerator<Resource> {
  const all = await bucketsOf(scope);
  const trails = await trailsOf(scope);
  if (!trails) return;
  const around: BucketContext = {
    account: scope.account,
    partition: scope.session.partition,
    trusted: scope.session.settings.trusted_accounts,
    accountBlock: await scope.shared(accountBlock),
    regions: new Map(all.map(({ name, region }) => [name, region])),
    trails: trailsByBucket(trails.map(({ name, trail }) => ({ name, bucket: trail.S3BucketName ?? '' }))),
  };
  const read = all.filter(({ region }) => scope.session.regions.includes(region));
  const results = asCompleted(read, PARALLEL_BUCKETS, async (bucket) => {
    const answers = await scope.known(scope.optional(responsesOf(scope, bucket), ['NoSuchBucket']));
    return { bucket, answers };
  });
  for await (const { bucket, answers } of results) {
    if (!answers) continue;
    const { name, region, createdAt } = bucket;
    yield scope.resource({
      type: 'AwsS3Bucket',
      id: `arn:${scope.session.partition}:s3:::${name}`,
      name,
      region,
      properties: { ...bucketOf(name, answers, around), age_days: scope.ageDays(createdAt) },
    });
  }
}

async function accountBlock(scope: AwsScope): Promise<PublicAccessBlockConfiguration> {
  const call = scope.client(S3ControlClient).send(new GetAccountPublicAccessBlockCommand({ AccountId: scope.account }));
  const answer = await scope.optional(call, ['NoSuchPublicAccessBlockConfiguration']);
  return answer?.PublicAccessBlockConfiguration ?? {};
}

async function responsesOf(scope: AwsScope, { name, region }: KnownBucket): Promise<BucketResponses> {
  const client = scope.client(S3Client, region);
  const input = { Bucket: name };
  return {
    encryption: await scope.optional(client.send(new GetBucketEncryptionCommand(input)), [
      'ServerSideEncryptionConfigurationNotFoundError',
    ]),
    versioning: await client.send(new GetBucketVersioningCommand(input)),
    objectLock: await scope.optional(client.send(new GetObjectLockConfigurationCommand(input)), [
      'ObjectLockConfigurationNotFoundError',
    ]),
    lifecycle: await scope.optional(client.send(new GetBucketLifecycleConfigurationCommand(input)), [
      'NoSuchLifecycleConfiguration',
    ]),
    logging: await client.send(new GetBucketLoggingCommand(input)),
    publicAccessBlock: await scope.optional(client.send(new GetPublicAccessBlockCommand(input)), [
      'NoSuchPublicAccessBlockConfiguration',
    ]),
    acl: await client.send(new GetBucketAclCommand(input)),
    policy: await scope.optional(client.send(new GetBucketPolicyCommand(input)), ['NoSuchBucketPolicy']),
    policyStatus: await scope.optional(client.send(new GetBucketPolicyStatusCommand(input)), ['NoSuchBucketPolicy']),
    replication: await scope.optional(client.send(new GetBucketReplicationCommand(input)), [
      'ReplicationConfigurationNotFoundError',
    ]),
    tags:
      (await scope.optional(client.send(new GetBucketTaggingCommand(input)), ['NoSuchTagSet', 'NoSuchTagSetError']))
        ?.TagSet ?? [],
  };
}

function trailsByBucket(trails: readonly { name: string; bucket: string }[]): Map<string, string[]> {
  const grouped = Map.groupBy(trails, ({ bucket }) => bucket);
  return new Map([...grouped].map(([bucket, each]) => [bucket, each.map(({ name }) => name)]));
}
