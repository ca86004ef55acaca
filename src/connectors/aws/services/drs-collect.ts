import type { Resource } from '../../resource.js';
import { isAnswer } from '../aws-error.rules.js';
import type { AwsScope } from '../aws-scope.js';
import { signedCall } from '../signed-call.js';
import { latestOf, type Jobs } from './drs.rules.js';

/** Limit of the jobs that are read; AWS returns the latest first. */
const JOBS = 100;

/** Elastic Disaster Recovery in the region, initialized or not. */
export async function* jobs(scope: AwsScope): AsyncGenerator<Resource> {
  const found = await jobsOf(scope);
  const latest = latestOf(found);
  yield scope.resource({
    type: 'AwsDrsRegion',
    id: `arn:${scope.session.partition}:drs:${scope.region}:${scope.account}:account`,
    name: scope.region,
    properties: {
      is_initialized: found !== null,
      job_count: found?.length ?? 0,
      last_job_kind: latest?.kind ?? null,
      last_job_age_days: scope.ageDays(latest?.at),
    },
  });
}

/** Jobs; null where the service is not initialized in the region. */
async function jobsOf(scope: AwsScope): Promise<Jobs | null> {
  try {
    const call = { service: 'drs', operation: 'DescribeJobs', body: { maxResults: JOBS } };
    const { items } = await signedCall(scope, call);
    return Array.isArray(items) ? (items as unknown[]) : [];
  } catch (err) {
    if (isAnswer(err, ['UninitializedAccountException'])) return null;
    throw err;
  }
}
