import type { Collected } from '../../../src/connectors/connector.js';
import { GitHubConnector } from '../../../src/connectors/github/github.connector.js';
import type { Gap, Resource } from '../../../src/connectors/resource.js';
import { checkedSettings } from '../../../src/connectors/settings.js';
import { shippedCheckIds, shippedEngine } from '../engine.js';
import { IntegrationEvaluator } from '../../../src/modules/scans/integration-evaluator.js';
import type { Clock } from '../../../src/platform/clock.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { TOKEN, type GitHubServer } from './github-server.js';
import { problemsOf } from '../../../src/connectors/probe.js';

export const NOW = new Date('2026-03-01T00:00:00Z');

/** A clock that advances by a wait at once; it records the waits. */
export class WaitingClock implements Clock {
  readonly waitsMs: number[] = [];
  private timeMs = NOW.getTime();

  now(): Date {
    return new Date(this.timeMs);
  }

  sleep(ms: number): Promise<void> {
    this.waitsMs.push(ms);
    this.timeMs += ms;
    return Promise.resolve();
  }
}

export interface VisitOptions {
  /** Added to the base URL, the organization acme and its token; null removes one. */
  config?: Record<string, unknown>;
  clock?: Clock;
  signal?: AbortSignal;
  /** Whether addresses may be private, as the server's is. @default true */
  allowsPrivate?: boolean;
}

/** Steps of a collection by kind. */
export interface Visited {
  resources: Resource[];
  gaps: Gap[];
  read: readonly string[];
  fractions: number[];
}

/** Ids of the shipped checks on GitHub that begin with a prefix, without `github.`, in alphabetical order. */
export function checkIds(prefix: string): string[] {
  return shippedCheckIds(`github.${prefix}`).map((id) => id.replace(/^github\./, ''));
}

/** A complete collection from the server. */
export async function collect(server: GitHubServer, options: VisitOptions = {}): Promise<Visited> {
  const visited: Visited = { resources: [], gaps: [], read: [], fractions: [] };
  const network = new GuardedNetwork({ allowsPrivate: options.allowsPrivate ?? true });
  try {
    const ctx = { ...contextOf(server, options), network, scansBefore: 0, openImport: () => Promise.resolve(null) };
    for await (const step of new GitHubConnector().collect(ctx)) take(visited, step);
  } finally {
    await network.close();
  }
  return visited;
}

/** Problems of a probe. */
export async function probe(server: GitHubServer, options: VisitOptions = {}): Promise<string[]> {
  const network = new GuardedNetwork({ allowsPrivate: options.allowsPrivate ?? true });
  try {
    return await problemsOf(new GitHubConnector(), { ...contextOf(server, options), network, hasImport: false });
  } finally {
    await network.close();
  }
}

/** Verdicts of the checks, as in a scan, and the checks with gaps. */
export function evaluated({ resources, gaps, read }: Visited) {
  const evaluator = new IntegrationEvaluator(shippedEngine());
  for (const gap of gaps) evaluator.missed(gap);
  evaluator.read(read);
  const findings = resources.flatMap((resource) => evaluator.evaluate(resource, NOW.toISOString()));
  const verdicts = [...findings, ...evaluator.outOfScope()].map(
    ({ check, resource, status }) => [check.ruleId.replace(/^github\./, ''), resource?.name ?? '', status] as const,
  );
  return { verdicts, partial: new Set([...evaluator.withheld().keys()].map((id) => id.replace(/^github\./, ''))) };
}

/** The resource of that type and name. */
export function resource({ resources }: Visited, type: string, name: string): Resource {
  const found = resources.find((each) => each.type === type && each.name === name);
  if (!found) throw new Error(`no ${type} ${name} was collected`);
  return found;
}

function contextOf(server: GitHubServer, { config, clock = new WaitingClock(), signal }: VisitOptions) {
  const given: Record<string, unknown> = { organization: 'acme', token: TOKEN, base_url: server.address, ...config };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return {
    config: checkedSettings(new GitHubConnector().settings, set),
    clock,
    signal: signal ?? new AbortController().signal,
  };
}

function take(visited: Visited, step: Collected): void {
  switch (step.kind) {
    case 'resource':
      visited.resources.push(step.resource);
      break;
    case 'gap':
      visited.gaps.push(step.gap);
      break;
    case 'read':
      visited.read = step.resourceTypes;
      break;
    case 'progress':
      visited.fractions.push(step.fraction);
      break;
    case 'finding':
      throw new Error('a connector that collects gives no findings');
  }
}
