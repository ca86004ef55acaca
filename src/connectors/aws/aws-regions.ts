import { DescribeRegionsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { ConnectionLost } from '../connector.js';
import { AppError } from '../../platform/errors.js';
import { failureOf, sentenceOf } from './aws-error.rules.js';
import type { OpenSession } from './aws-session.js';

const REGIONS_ACTION = 'ec2:DescribeRegions';

/**
 * The regions to read: those of the settings that the account has enabled, or all enabled ones. Where AWS does not return the
 * enabled regions, those of the settings; one that is not enabled refuses every call and is skipped.
 * @throws {AppError} UNAVAILABLE where neither is known
 */
export async function regionsOf({ clients, settings, homeRegion }: OpenSession): Promise<string[]> {
  const asked = settings.regions;
  try {
    const { Regions: regions = [] } = await clients
      .create(EC2Client, homeRegion)
      .send(new DescribeRegionsCommand({ AllRegions: false }));
    const enabled = regions.flatMap(({ RegionName: name }) => (name === undefined ? [] : [name]));
    return enabled.filter((name) => asked.length === 0 || asked.includes(name)).sort();
  } catch (err) {
    const failure = failureOf(err);
    if (failure === 'unknown') throw err;
    if (failure === 'credentials') throw new ConnectionLost(sentenceOf(err, REGIONS_ACTION), { cause: err });
    if (asked.length > 0) return [...asked];
    throw new AppError('UNAVAILABLE', `${sentenceOf(err, REGIONS_ACTION)} Or name the regions in the settings.`, {
      cause: err,
    });
  }
}
