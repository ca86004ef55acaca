import {
  GenerateServiceLastAccessedDetailsCommand,
  GetServiceLastAccessedDetailsCommand,
  IAMClient,
} from '@aws-sdk/client-iam';
import { SECOND } from '../../../platform/clock.js';
import type { AwsScope } from '../aws-scope.js';

const POLL_MS = SECOND;
const POLLS_MAX = 60;

/**
 * Namespaces of the services that a user has called in the last 400 days (`s3`), in alphabetical order.
 * @throws {Error} TimeoutError where AWS does not return them
 */
export async function servicesUsed(scope: AwsScope, arn: string): Promise<string[]> {
  const client = scope.client(IAMClient);
  const { JobId: job } = await client.send(new GenerateServiceLastAccessedDetailsCommand({ Arn: arn }));
  const { clock, signal } = scope.session;
  const used: string[] = [];
  let marker: string | undefined;
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    const page = await client.send(new GetServiceLastAccessedDetailsCommand({ JobId: job, Marker: marker }));
    if (page.JobStatus !== 'COMPLETED') {
      if (page.JobStatus === 'FAILED') break;
      await clock.sleep(POLL_MS, signal);
      signal.throwIfAborted();
      continue;
    }
    for (const { ServiceNamespace: namespace, LastAuthenticated: at } of page.ServicesLastAccessed ?? []) {
      if (namespace !== undefined && at) used.push(namespace);
    }
    if (page.IsTruncated !== true) return used.sort();
    marker = page.Marker;
  }
  const error = new Error('AWS does not return the services that a user has called');
  error.name = 'TimeoutError';
  throw error;
}
