import type { Collected, CollectContext, ProbeContext } from '../connector.js';
import { collectServices, probeServices } from './services-collect.js';
import type { AwsService } from './aws-service.js';
import { regionsOf } from './aws-regions.js';
import type { AwsSession } from './aws-scope.js';
import { openSession, type AwsOptions } from './aws-session.js';

/** Collects an account. @throws {ConnectionLost} as soon as AWS refuses the credentials or cannot be reached */
export async function* collectAccount(
  ctx: CollectContext,
  options: AwsOptions,
  services: readonly AwsService[],
): AsyncGenerator<Collected> {
  const session = await openSession(ctx, options);
  try {
    const regions = await regionsOf(session);
    yield* collectServices({ ...session, regions }, included(services, session));
  } finally {
    session.close();
  }
}

/** Problems that collecting an account would meet: sentences in alphabetical order, each once. */
export async function probeAccount(
  ctx: ProbeContext,
  options: AwsOptions,
  services: readonly AwsService[],
): Promise<string[]> {
  const problems = new Set<string>();
  const session = await openSession(ctx, options);
  const { account, principal } = session;
  ctx.reached?.([
    { kind: 'account', value: account },
    ...(principal === null ? [] : [{ kind: 'principal', value: principal } as const]),
  ]);
  try {
    const regions = await regionsOf(session);
    const found = probeServices({ ...session, regions }, included(services, session));
    for await (const problem of found) problems.add(problem);
  } finally {
    session.close();
  }
  return [...problems].sort();
}

function included(services: readonly AwsService[], { settings }: Pick<AwsSession, 'settings'>): AwsService[] {
  return services.filter(({ service }) => !settings.excluded_services.includes(service));
}
