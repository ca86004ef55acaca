import { ConnectionLost, type Collected } from '../connector.js';
import type { Resource } from '../resource.js';
import type { CollectPart, PartDeclaration, AwsService } from './aws-service.js';
import { failureOf, sentenceOf } from './aws-error.rules.js';
import { merged } from './merged.js';
import { AwsScope, type AwsSession } from './aws-scope.js';
import { isStillKnown } from './aws-session.js';

/** Services read at a time, counting each region apart. One may make a few calls at a time itself. */
const TASKS_MAX = 6;

/** One service in one region. */
interface Task {
  collector: AwsService;
  region: string;
}

/**
 * Reads the services, each in every region or once, some at a time.
 * @throws {ConnectionLost} as soon as AWS refuses the credentials everywhere
 */
export async function* collectServices(
  session: AwsSession,
  collectors: readonly AwsService[],
): AsyncGenerator<Collected> {
  const tasks = collectors.flatMap((collector): Task[] =>
    collector.isGlobal
      ? [{ collector, region: session.homeRegion }]
      : session.regions.map((region) => ({ collector, region })),
  );
  let done = 0;
  const runs = tasks.map(
    (task) =>
      async function* (): AsyncGenerator<Collected> {
        yield* collectTask(session, task);
        done += 1;
        yield { kind: 'progress', fraction: done / tasks.length };
      },
  );
  yield* merged(runs, TASKS_MAX);
  const types = collectors.flatMap(({ parts }) => Object.values(parts).flatMap(({ resourceTypes }) => resourceTypes));
  yield { kind: 'read', resourceTypes: [...new Set(types)] };
}

async function* collectTask(session: AwsSession, { collector, region }: Task): AsyncGenerator<Collected> {
  const functions = await collector.load();
  const scope = new AwsScope(session, region, collector.isGlobal);
  for (const [name, part] of Object.entries(collector.parts)) {
    session.signal.throwIfAborted();
    scope.enter(part);
    yield* collectPart(scope, functions[name]);
    for (const gap of scope.takeGaps()) yield { kind: 'gap', gap };
  }
}

async function* collectPart(scope: AwsScope, collect: CollectPart | undefined): AsyncGenerator<Collected> {
  if (!collect) return;
  try {
    for await (const resource of collect(scope)) yield { kind: 'resource', resource };
  } catch (err) {
    await judge(err, scope);
  }
}

/**
 * Notes why a part could not be read to its end. A region that the account has not enabled refuses the best credentials;
 * it is no gap, and neither is one without the service.
 */
async function judge(err: unknown, scope: AwsScope): Promise<void> {
  const { session, region } = scope;
  session.signal.throwIfAborted();
  if (err instanceof ConnectionLost) throw err;
  switch (failureOf(err)) {
    case 'unknown':
      throw err;
    case 'credentials':
      if (!(await isStillKnown(session))) {
        throw new ConnectionLost(sentenceOf(err, session.clients.operationOf(err)), { cause: err });
      }
      if (region === session.homeRegion) scope.note(err);
      return;
    case 'not_offered':
      return;
    case 'denied':
    case 'unavailable':
    case 'answered':
      scope.note(err);
  }
}

/**
 * Tries every part up to its first resource, in one region, and gives what was in the way: each in a sentence, once.
 * @param budgetMs a part that has met nothing in its way by then counts as readable
 */
export async function* probeServices(session: AwsSession, collectors: readonly AwsService[]): AsyncGenerator<string> {
  const tries = collectors.map(
    (collector) =>
      async function* (): AsyncGenerator<string> {
        const functions = await collector.load();
        const region = collector.isGlobal ? session.homeRegion : (session.regions[0] ?? session.homeRegion);
        const scope = new AwsScope(session, region, collector.isGlobal);
        for (const [name, part] of Object.entries(collector.parts)) {
          scope.enter(part);
          yield* probePart(scope, { part, collect: functions[name] });
        }
      },
  );
  yield* merged(tries, TASKS_MAX);
}

async function* probePart(
  scope: AwsScope,
  { collect }: { part: PartDeclaration; collect: CollectPart | undefined },
): AsyncGenerator<string> {
  if (!collect) return;
  try {
    await firstOf(collect(scope));
  } catch (err) {
    await judge(err, scope);
  }
  for (const { reason } of scope.takeGaps()) yield reason;
}

async function firstOf(resources: AsyncIterable<Resource>): Promise<void> {
  for await (const resource of resources) {
    if (resource.type) return;
  }
}
