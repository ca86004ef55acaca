import type { Collected, CollectContext, ProbeContext } from '../connector.js';
import { collectServices, probeServices } from './services-collect.js';
import type { AwsService } from './aws-service.js';
import { regionsOf } from './aws-regions.js';
import type { AwsSession } from './aws-scope.js';
import { openSession, type AwsOptions } from './aws-session.js';

/** Reads an account to its end. @throws {ConnectionLost} as soon as AWS refuses the credentials or cannot be reached */
export async function* collectAccount(
  ctx: CollectContext,
  options: AwsOptions,
  collectors: readonly AwsService[],
): AsyncGenerator<Collected> {
  const session = await openSession(ctx, options);
  try {
    const regions = await regionsOf(session);
    yield* collectServices({ ...session, regions }, wanted(collectors, session));
  } finally {
    session.close();
  }
}

/** What is in the way of reading an account: sentences in alphabetical order, each once. */
export async function probeAccount(
  ctx: ProbeContext,
  options: AwsOptions,
  collectors: readonly AwsService[],
): Promise<string[]> {
  const problems = new Set<string>();
  const session = await openSession(ctx, options);
  try {
    const regions = await regionsOf(session);
    const found = probeServices({ ...session, regions }, wanted(collectors, session));
    for await (const problem of found) problems.add(problem);
  } finally {
    session.close();
  }
  return [...problems].sort();
}

function wanted(collectors: readonly AwsService[], { settings }: Pick<AwsSession, 'settings'>): AwsService[] {
  return collectors.filter(({ service }) => !settings.excluded_services.includes(service));
}
