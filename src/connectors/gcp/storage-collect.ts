import { z } from 'zod';
import { DAY, SECOND } from '../../platform/clock.js';
import { inParallel } from '../in-parallel.js';
import type { Resource } from '../resource.js';
import { PARALLEL_REQUESTS, Labels, PolicyBody } from './gcp-schemas.js';
import type { GcpScope } from './gcp-scope.js';
import { publicMembers } from './policy.rules.js';

const BUCKET = 'storage.googleapis.com/Bucket';

const Bucket = z.object({
  name: z.string(),
  location: z.string(),
  labels: Labels,
  /** Seconds, as a string. */
  retentionPolicy: z.object({ retentionPeriod: z.coerce.number(), isLocked: z.boolean().optional() }).optional(),
  iamConfiguration: z
    .object({
      publicAccessPrevention: z.string().optional(),
      uniformBucketLevelAccess: z.object({ enabled: z.boolean() }).optional(),
    })
    .optional(),
  versioning: z.object({ enabled: z.boolean() }).optional(),
});
type Bucket = z.infer<typeof Bucket>;
const BucketPage = z.object({ items: z.array(Bucket).default([]) });

/** Log sinks by the name of the bucket that they write to; null where one could not be read. */
export type SinksOfBuckets = ReadonlyMap<string, string[]> | null;

/** Buckets of a project with their IAM policies. */
export async function* collectBuckets(scope: GcpScope, sinks: SinksOfBuckets): AsyncGenerator<Resource> {
  const pages = scope.pages(
    { types: [BUCKET], permission: 'storage.buckets.list' },
    scope.client.get('storage', '/b', { project: scope.project.id, projection: 'noAcl', maxResults: '500' }),
    BucketPage,
  );
  for await (const { items } of pages) {
    yield* inParallel(items, PARALLEL_REQUESTS, (bucket) => bucketResource(scope, bucket, sinks));
  }
}

async function bucketResource(scope: GcpScope, bucket: Bucket, sinks: SinksOfBuckets): Promise<Resource> {
  const { name, location, labels = {}, retentionPolicy, iamConfiguration, versioning } = bucket;
  const policy = await scope.get(
    {
      types: [],
      details: { types: [BUCKET], properties: ['public_members'] },
      permission: 'storage.buckets.getIamPolicy',
    },
    scope.client.get('storage', `/b/${encodeURIComponent(name)}/iam`, { optionsRequestedPolicyVersion: '3' }),
    PolicyBody,
  );
  return {
    type: BUCKET,
    id: `projects/_/buckets/${name}`,
    name,
    region: location.toLowerCase(),
    account: scope.project.id,
    properties: {
      public_members: policy && publicMembers(policy),
      public_access_prevention: iamConfiguration?.publicAccessPrevention ?? null,
      uniform_access: iamConfiguration?.uniformBucketLevelAccess?.enabled ?? false,
      log_sinks: sinks ? (sinks.get(name) ?? []) : sinks,
      retention_days: retentionPolicy ? Math.floor((retentionPolicy.retentionPeriod * SECOND) / DAY) : null,
      retention_locked: retentionPolicy?.isLocked ?? false,
      versioning_enabled: versioning?.enabled ?? false,
      labels,
    },
  };
}
