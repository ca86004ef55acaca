import { ConnectionLost, type Collected } from '../connector.js';
import type { Resource } from '../resource.js';
import type { CollectPart, PartDeclaration, AwsService } from './aws-service.js';
import { failureOf, sentenceOf } from './aws-error.rules.js';
import { merged } from './merged.js';
import { AwsScope, type AwsSession } from './aws-scope.js';
import { areCredentialsValid } from './aws-session.js';

/** Services read at a time, each region counted separately. A service may make a few calls at a time itself. */
const TASKS_MAX = 6;

/** One service in one region. */
interface Task {
  service: AwsService;
  region: string;
}

/**
 * Collects services, each in every region or once, several at a time.
 * @throws {ConnectionLost} as soon as AWS refuses the credentials everywhere
 */
export async function* collectServices(
  session: AwsSession,
  services: readonly AwsService[],
): AsyncGenerator<Collected> {
  const tasks = services.flatMap((service): Task[] =>
    service.isGlobal
      ? [{ service, region: session.homeRegion }]
      : session.regions.map((region) => ({ service, region })),
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
}

/** Types of the resources of services, each once. */
export function typesOf(services: readonly AwsService[]): string[] {
  const types = services.flatMap(({ parts }) => Object.values(parts).flatMap(({ resourceTypes }) => resourceTypes));
  return [...new Set(types)];
}

async function* collectTask(session: AwsSession, { service, region }: Task): AsyncGenerator<Collected> {
  const functions = await service.load();
  const scope = new AwsScope(ofTask(session), region, service.isGlobal);
  for (const [name, part] of Object.entries(service.parts)) {
    session.signal.throwIfAborted();
    scope.enter(part);
    yield* collectPart(scope, functions[name]);
    for (const gap of scope.takeGaps()) yield { kind: 'gap', gap };
  }
}

/** The session with the time of a part: a service in a region has its own. */
function ofTask(session: AwsSession): AwsSession {
  const time = session.time.beside();
  return { ...session, time, clients: session.clients.within(time) };
}

async function* collectPart(scope: AwsScope, collect: CollectPart | undefined): AsyncGenerator<Collected> {
  if (!collect) return;
  try {
    for await (const resource of collect(scope)) yield { kind: 'resource', resource };
  } catch (err) {
    await recordGap(err, scope);
  }
}

/**
 * Records why a part could not be read completely. A region that the account has not enabled refuses valid credentials: that
 * is no gap, and neither is a region without the service.
 */
async function recordGap(err: unknown, scope: AwsScope): Promise<void> {
  const { session, region } = scope;
  session.signal.throwIfAborted();
  if (err instanceof ConnectionLost) throw err;
  switch (failureOf(err)) {
    case 'unknown':
      throw err;
    case 'credentials':
      if (!(await areCredentialsValid(session))) {
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
 * Reads every part up to its first resource, in one region, and yields the problems, each a sentence.
 */
export async function* probeServices(session: AwsSession, services: readonly AwsService[]): AsyncGenerator<string> {
  const probes = services.map(
    (service) =>
      async function* (): AsyncGenerator<string> {
        const functions = await service.load();
        const region = service.isGlobal ? session.homeRegion : (session.regions[0] ?? session.homeRegion);
        const scope = new AwsScope(ofTask(session), region, service.isGlobal);
        for (const [name, part] of Object.entries(service.parts)) {
          scope.enter(part);
          yield* probePart(scope, { part, collect: functions[name] });
        }
      },
  );
  yield* merged(probes, TASKS_MAX);
}

async function* probePart(
  scope: AwsScope,
  { collect }: { part: PartDeclaration; collect: CollectPart | undefined },
): AsyncGenerator<string> {
  if (!collect) return;
  try {
    await firstOf(collect(scope));
  } catch (err) {
    await recordGap(err, scope);
  }
  for (const { reason } of scope.takeGaps()) yield reason;
}

async function firstOf(resources: AsyncIterable<Resource>): Promise<void> {
  for await (const resource of resources) {
    if (resource.type) return;
  }
}
