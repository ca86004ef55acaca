import { CloudTrailClient, DescribeTrailsCommand, GetTrailStatusCommand, type Trail } from '@aws-sdk/client-cloudtrail';
import type { AwsScope } from '../aws-scope.js';
import { fromEveryRegion } from './from-every-region.js';

/** IAM actions of `trailsOf`. */
export const TRAIL_ACTIONS = ['cloudtrail:DescribeTrails', 'cloudtrail:GetTrailStatus'];

/** A trail and whether it is logging. */
export interface KnownTrail {
  arn: string;
  name: string;
  /** Its home region if that is read, else a region that returned it. */
  region: string;
  homeRegion: string;
  trail: Trail;
  isLogging: boolean;
  /** Last delivery to its log group. */
  deliveredAt: Date | null;
}

/**
 * Regions whose trails matter: those of the collection, and the one in which CloudTrail records what happens in global
 * services, IAM and STS among them, whatever the settings leave out.
 */
export function trailRegions({ session: { regions, homeRegion } }: AwsScope): string[] {
  return regions.includes(homeRegion) ? [...regions] : [...regions, homeRegion].sort();
}

/** Trails that the account sees, each once, including those of the organization. Null, and a gap, where one is unknown. */
export async function trailsOf(scope: AwsScope): Promise<KnownTrail[] | null> {
  const read = async (region: string) => {
    const client = scope.client(CloudTrailClient, region);
    // Without shadow trails, a member account would not see the organization's trails.
    const { trailList: trails = [] } = await client.send(new DescribeTrailsCommand({ includeShadowTrails: true }));
    return trails.map((trail) => ({ trail, region }));
  };
  const seen = await fromEveryRegion(scope, read, trailRegions(scope));
  if (!seen) return null;
  const known: KnownTrail[] = [];
  for (const [arn, sightings] of Map.groupBy(seen, ({ trail }) => trail.TrailARN ?? '')) {
    const sighting = sightings.find(({ trail, region }) => trail.HomeRegion === region) ?? sightings[0];
    if (!sighting) continue;
    const { trail, region } = sighting;
    const status = await scope.known(
      scope.client(CloudTrailClient, region).send(new GetTrailStatusCommand({ Name: arn })),
    );
    if (!status) return null;
    known.push({
      arn,
      name: trail.Name ?? arn,
      region,
      homeRegion: trail.HomeRegion ?? region,
      trail,
      isLogging: status.IsLogging === true,
      deliveredAt: status.LatestCloudWatchLogsDeliveryTime ?? null,
    });
  }
  return known;
}
