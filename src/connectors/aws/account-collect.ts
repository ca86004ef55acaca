import type { Collected, CollectContext, ProbeContext } from '../connector.js';
import { namedFacts } from '../identity.js';
import { collectServices, probeServices, typesOf } from './services-collect.js';
import type { AwsService } from './aws-service.js';
import { regionsOf } from './aws-regions.js';
import type { AwsSession } from './aws-scope.js';
import { openMember, openSession, type AwsOptions, type OpenSession } from './aws-session.js';
import { memberAccounts, unreadAccount } from './member-accounts.js';

/**
 * Collects the account of the credentials, and those that the settings name besides, one after the other. One whose role AWS refuses is
 * a gap in everything: no check passes for the accounts that were read alone.
 * @throws {ConnectionLost} as soon as AWS refuses the credentials or cannot be reached
 */
export async function* collectAccounts(
  ctx: CollectContext,
  options: AwsOptions,
  services: readonly AwsService[],
): AsyncGenerator<Collected> {
  const session = await openSession(ctx, options);
  try {
    const read = included(services, session);
    const members = await memberAccounts(session);
    const count = members.length + 1;
    yield* shareOf(collectServices(await withRegions(session), read), { index: 0, count });
    for (const [index, account] of members.entries()) {
      ctx.signal.throwIfAborted();
      yield* shareOf(collectMember(session, { account, options, services: read }), { index: index + 1, count });
    }
    yield { kind: 'read', resourceTypes: typesOf(read) };
  } finally {
    session.close();
  }
}

interface Member {
  account: string;
  options: AwsOptions;
  services: readonly AwsService[];
}

async function* collectMember(session: OpenSession, { account, options, services }: Member): AsyncGenerator<Collected> {
  let member: OpenSession | null = null;
  try {
    member = await openMember(session, account, options);
    yield* collectServices(await withRegions(member), services);
  } catch (err) {
    session.signal.throwIfAborted();
    const { reason } = unreadAccount(account, err);
    yield { kind: 'gap', gap: { resourceTypes: typesOf(services), region: null, account, reason } };
    yield { kind: 'progress', fraction: 1 };
  } finally {
    member?.close();
  }
}

/** Steps of one of several accounts, whose progress is a part of that of the whole. */
async function* shareOf(
  steps: AsyncIterable<Collected>,
  { index, count }: { index: number; count: number },
): AsyncGenerator<Collected> {
  for await (const step of steps) {
    yield step.kind === 'progress' ? { kind: 'progress', fraction: (index + step.fraction) / count } : step;
  }
}

/** Problems that collecting the accounts would meet: sentences in alphabetical order, each once. */
export async function probeAccounts(
  ctx: ProbeContext,
  options: AwsOptions,
  services: readonly AwsService[],
): Promise<string[]> {
  const problems = new Set<string>();
  const session = await openSession(ctx, options);
  const { account, principal } = session;
  const reached = (accounts: readonly string[]) =>
    ctx.reached?.([
      ...namedFacts('account', accounts),
      ...(principal === null ? [] : [{ kind: 'principal', value: principal } as const]),
    ]);
  reached([account]);
  try {
    const found = probeServices(await withRegions(session), included(services, session));
    for await (const problem of found) problems.add(problem);
    const readable = [account];
    for (const each of await memberAccounts(session)) {
      const reason = await refusalOf(session, each, options);
      if (reason === null) readable.push(each);
      else problems.add(reason);
    }
    reached(readable);
  } finally {
    session.close();
  }
  return [...problems].sort();
}

/** Why the role of an account cannot be assumed; null where it can. */
async function refusalOf(session: OpenSession, account: string, options: AwsOptions): Promise<string | null> {
  try {
    (await openMember(session, account, options)).close();
    return null;
  } catch (err) {
    session.signal.throwIfAborted();
    return unreadAccount(account, err).reason;
  }
}

async function withRegions(session: OpenSession): Promise<AwsSession> {
  return { ...session, regions: await regionsOf(session) };
}

function included(services: readonly AwsService[], { settings }: Pick<AwsSession, 'settings'>): AwsService[] {
  return services.filter(({ service }) => !settings.excluded_services.includes(service));
}
