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
/** Error of a bucket that was deleted since the list. */
const GONE = ['NoSuchBucket'];

/** Block Public Access of the account; all off where it is not configured. */
export async function* account(scope: AwsScope): AsyncGenerator<Resource> {
  yield scope.resource({
    type: 'AwsS3AccountPublicAccessBlock',
    id: `arn:${scope.session.partition}:s3:::${scope.account}/account`,
    name: scope.account,
    properties: blockOf(await scope.shared(accountBlock)),
  });
}

/** Buckets in the regions that are read. Properties that may not be read are unknown, the others are not. */
export async function* buckets(scope: AwsScope): AsyncGenerator<Resource> {
  const all = await bucketsOf(scope);
  const trails = scope.detail(async (own) => {
    const known = await trailsOf(own);
    return known && trailsByBucket(known.map(({ name, trail }) => ({ name, bucket: trail.S3BucketName ?? '' })));
  });
  const around: BucketContext = {
    account: scope.account,
    partition: scope.session.partition,
    trusted: scope.session.settings.trusted_accounts,
    accountBlock: await scope.detail(scope.shared(accountBlock)),
    regions: new Map(all.map(({ name, region }) => [name, region])),
    trails: await trails,
  };
  const read = all.filter(({ region }) => scope.session.regions.includes(region));
  const results = asCompleted(read, PARALLEL_BUCKETS, async (bucket) => {
    const answers = await scope.optional(responsesOf(scope, bucket), GONE);
    return { bucket, answers };
  });
  for await (const { bucket, answers } of results) {
    if (!answers) continue;
    const { name, region, createdAt } = bucket;
    yield scope.described({
      type: 'AwsS3Bucket',
      id: `arn:${scope.session.partition}:s3:::${name}`,
      name,
      region,
      properties: { ...bucketOf(name, answers, around), age_days: () => scope.ageDays(createdAt) },
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
  const answer = <T extends object>(call: Promise<T>) => scope.detail(call, GONE);
  const configured = <T extends object>(call: Promise<T>, ...absent: string[]) =>
    scope.detail(scope.optional(call, absent), GONE);
  return {
    encryption: await configured(
      client.send(new GetBucketEncryptionCommand(input)),
      'ServerSideEncryptionConfigurationNotFoundError',
    ),
    versioning: await answer(client.send(new GetBucketVersioningCommand(input))),
    objectLock: await configured(
      client.send(new GetObjectLockConfigurationCommand(input)),
      'ObjectLockConfigurationNotFoundError',
    ),
    lifecycle: await configured(
      client.send(new GetBucketLifecycleConfigurationCommand(input)),
      'NoSuchLifecycleConfiguration',
    ),
    logging: await answer(client.send(new GetBucketLoggingCommand(input))),
    publicAccessBlock: await configured(
      client.send(new GetPublicAccessBlockCommand(input)),
      'NoSuchPublicAccessBlockConfiguration',
    ),
    acl: await answer(client.send(new GetBucketAclCommand(input))),
    policy: await configured(client.send(new GetBucketPolicyCommand(input)), 'NoSuchBucketPolicy'),
    policyStatus: await configured(client.send(new GetBucketPolicyStatusCommand(input)), 'NoSuchBucketPolicy'),
    replication: await configured(
      client.send(new GetBucketReplicationCommand(input)),
      'ReplicationConfigurationNotFoundError',
    ),
    tagging: await configured(client.send(new GetBucketTaggingCommand(input)), 'NoSuchTagSet', 'NoSuchTagSetError'),
  };
}

function trailsByBucket(trails: readonly { name: string; bucket: string }[]): Map<string, string[]> {
  const grouped = Map.groupBy(trails, ({ bucket }) => bucket);
  return new Map([...grouped].map(([bucket, each]) => [bucket, each.map(({ name }) => name)]));
}
