import { CloudTrailClient, GetEventSelectorsCommand, GetInsightSelectorsCommand } from '@aws-sdk/client-cloudtrail';
import { GetBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { HOUR } from '../../../platform/clock.js';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';
import { bucketsOf, type KnownBucket } from './buckets.js';
import { loggedEvents, type LoggedEvents } from './event-selectors.rules.js';
import { trailRegions, trailsOf, type KnownTrail } from './trails.js';

interface LookedAt extends LoggedEvents {
  known: KnownTrail;
  insights: string[];
  mfaDelete: boolean | null;
}

/** Trails, the trails that cover each region and the global services, and all of them together. AWS allows five for each region. */
export async function* trails(scope: AwsScope): AsyncGenerator<Resource> {
  const all = await trailsOf(scope);
  if (!all) return;
  const buckets = new Map((await bucketsOf(scope)).map((bucket) => [bucket.name, bucket]));
  const looked: LookedAt[] = [];
  for (const known of all) {
    const trail = await scope.known(lookAt(scope, known, buckets));
    if (!trail) continue;
    looked.push(trail);
    yield trailResource(scope, trail);
  }
  // Where one trail is unknown, so is the coverage of a region.
  if (looked.length < all.length) return;
  for (const region of trailRegions(scope)) yield regionResource(scope, region, looked);
  yield accountResource(scope, looked, buckets.size);
}

async function lookAt(
  scope: AwsScope,
  known: KnownTrail,
  buckets: ReadonlyMap<string, KnownBucket>,
): Promise<LookedAt> {
  const client = scope.client(CloudTrailClient, known.region);
  const selectors = await client.send(new GetEventSelectorsCommand({ TrailName: known.arn }));
  const insights = await scope.optional(client.send(new GetInsightSelectorsCommand({ TrailName: known.arn })), [
    'InsightNotEnabledException',
  ]);
  return {
    known,
    ...loggedEvents(selectors, scope.session.partition),
    insights: (insights?.InsightSelectors ?? []).map(({ InsightType: type = '' }) => type),
    mfaDelete: await mfaDeleteOf(scope, buckets.get(known.trail.S3BucketName ?? '')),
  };
}

async function mfaDeleteOf(scope: AwsScope, bucket: KnownBucket | undefined): Promise<boolean | null> {
  if (!bucket) return null;
  const client = scope.client(S3Client, bucket.region);
  const { MFADelete: state } = await client.send(new GetBucketVersioningCommand({ Bucket: bucket.name }));
  return state === 'Enabled';
}

function trailResource(scope: AwsScope, { known, insights, mfaDelete, ...logged }: LookedAt): Resource {
  const { arn, name, homeRegion, trail, isLogging, deliveredAt } = known;
  const sinceMs = deliveredAt === null ? null : scope.session.startedAt.getTime() - deliveredAt.getTime();
  return scope.resource({
    type: 'AwsCloudTrailTrail',
    id: arn,
    name,
    region: homeRegion,
    properties: {
      is_logging: isLogging,
      multi_region: trail.IsMultiRegionTrail === true,
      organization_trail: trail.IsOrganizationTrail === true,
      log_file_validation: trail.LogFileValidationEnabled === true,
      kms_key_id: trail.KmsKeyId ?? null,
      bucket_name: trail.S3BucketName ?? '',
      bucket_mfa_delete: mfaDelete,
      log_group: trail.CloudWatchLogsLogGroupArn?.split(':')[6] ?? null,
      hours_since_log_group_delivery: sinceMs === null ? null : Math.round((10 * sinceMs) / HOUR) / 10,
      ...logged,
      insight_selectors: insights,
    },
  });
}

function regionResource(scope: AwsScope, region: string, all: readonly LookedAt[]): Resource {
  const covering = all.filter(({ known }) => known.homeRegion === region || known.trail.IsMultiRegionTrail === true);
  return scope.resource({
    type: 'AwsCloudTrailRegion',
    id: `arn:${scope.session.partition}:cloudtrail:${region}:${scope.account}:region`,
    name: region,
    region,
    properties: {
      trails: covering.map(({ known, management_events }) => ({
        name: known.name,
        is_logging: known.isLogging,
        multi_region: known.trail.IsMultiRegionTrail === true,
        management_events,
      })),
    },
  });
}

function accountResource(scope: AwsScope, all: readonly LookedAt[], bucketCount: number): Resource {
  return scope.resource({
    type: 'AwsCloudTrailAccount',
    id: `arn:${scope.session.partition}:cloudtrail::${scope.account}:account`,
    name: scope.account,
    properties: {
      bucket_count: bucketCount,
      trails: all.map(({ known, s3_object_reads, s3_object_writes }) => ({
        name: known.name,
        region: known.homeRegion,
        is_logging: known.isLogging,
        multi_region: known.trail.IsMultiRegionTrail === true,
        s3_object_reads,
        s3_object_writes,
      })),
    },
  });
}
