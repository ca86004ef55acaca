import { paginateListBuckets, S3Client } from '@aws-sdk/client-s3';
import type { AwsScope } from '../aws-scope.js';

const PAGE = 1_000;

/** A bucket of the account. */
export interface KnownBucket {
  name: string;
  region: string;
  createdAt: Date | null;
}

/**
 * Buckets of the account, or of one region. All of them are held in memory, up to 10,000 by default, because one may refer to another.
 * Needs `s3:ListAllMyBuckets`.
 */
export async function bucketsOf(scope: AwsScope, region?: string): Promise<KnownBucket[]> {
  const pages = paginateListBuckets(
    { client: scope.client(S3Client) },
    { MaxBuckets: PAGE, ...(region === undefined ? {} : { BucketRegion: region }) },
  );
  const known: KnownBucket[] = [];
  for await (const { Buckets: page = [] } of pages) {
    for (const { Name: name = '', BucketRegion: at, CreationDate: createdAt = null } of page) {
      known.push({ name, region: at ?? region ?? scope.session.homeRegion, createdAt });
    }
  }
  return known;
}
