import { AwsConnector } from '../../../src/connectors/aws/aws.connector.js';
import type { AwsService } from '../../../src/connectors/aws/aws-service.js';
import type { Finding } from '../../../src/connectors/finding.js';
import type { Gap, Resource } from '../../../src/connectors/resource.js';
import { checkedSettings } from '../../../src/connectors/settings.js';
import { shapeProblems } from '../../../src/modules/catalogue/resource-shapes.js';
import { shippedEngine } from '../engine.js';
import { IntegrationEvaluator } from '../../../src/modules/scans/integration-evaluator.js';
import { systemClock, type Clock } from '../../../src/platform/clock.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { shapesByType } from '../../checks/content.js';
import type { RecordedAws } from './recorded-aws.js';
import { problemsOf } from '../../../src/connectors/probe.js';

/** Clock of recorded collections, which does not wait. */
const NOW = new Date('2026-11-20T12:00:00Z');
const clock: Clock = { ...systemClock, now: () => NOW, sleep: async () => undefined };

export const KEYS = { access_key_id: 'AKIARECORDED00000001', secret_access_key: 'recorded-secret-access-key' };

export interface CollectOptions {
  /** Services to collect. @default all */
  collectors?: readonly AwsService[];
  config?: Record<string, unknown>;
  signal?: AbortSignal;
  /** Options of the operator. */
  lendsOwnCredentials?: boolean;
}

export interface CollectedAws {
  resources: Resource[];
  gaps: Gap[];
  readTypes: string[];
  progress: number[];
}

/** Collects a recorded account. */
export async function collectAws(aws: RecordedAws, options: CollectOptions = {}): Promise<CollectedAws> {
  const { connector, context } = prepared(aws, options);
  const collected: CollectedAws = { resources: [], gaps: [], readTypes: [], progress: [] };
  for await (const step of connector.collect({ ...context, scansBefore: 0, openImport: async () => null })) {
    if (step.kind === 'resource') collected.resources.push(step.resource);
    if (step.kind === 'gap') collected.gaps.push(step.gap);
    if (step.kind === 'read') collected.readTypes.push(...step.resourceTypes);
    if (step.kind === 'progress') collected.progress.push(step.fraction);
  }
  return collected;
}

/** Problems of a probe. */
export async function probeAws(aws: RecordedAws, options: CollectOptions = {}): Promise<string[]> {
  const { connector, context } = prepared(aws, options);
  return problemsOf(connector, { ...context, hasImport: false });
}

function prepared(
  aws: RecordedAws,
  { collectors, config = KEYS, signal, lendsOwnCredentials = false }: CollectOptions,
) {
  const connector = new AwsConnector({ endpoint: aws.endpoint, attemptsMax: 3, lendsOwnCredentials }, collectors);
  const context = {
    config: checkedSettings(connector.settings, config),
    network: new GuardedNetwork({ allowsPrivate: true }),
    clock,
    signal: signal ?? new AbortController().signal,
  };
  return { connector, context };
}

/** Deviations of resources from their documented types: `AwsIamUser anna: /tags: is missing`. */
export function misshapen(resources: readonly Resource[]): string[] {
  const shapes = shapesByType();
  return resources.flatMap(({ type, name, properties }) => {
    const shape = shapes.get(type);
    const problems = shape ? shapeProblems(shape, properties) : ['has no shape'];
    return problems.map((problem) => `${type} ${name}: ${problem}`);
  });
}

/** Verdicts of the checks: check id → `pass`, `fail` or `not_applicable` → names of resources, in alphabetical order. */
export function verdicts({ resources, gaps, readTypes }: CollectedAws): Record<string, Record<string, string[]>> {
  const evaluator = new IntegrationEvaluator(shippedEngine());
  const findings = resources.flatMap((resource) => evaluator.evaluate(resource, NOW.toISOString()));
  for (const gap of gaps) evaluator.missed(gap);
  evaluator.read(readTypes);
  const partial = [...evaluator.withheld().keys()];
  const counted = findings.filter(({ check, status }) => status === 'fail' || !partial.includes(check.ruleId));
  return grouped([...counted, ...evaluator.outOfScope()]);
}

function grouped(findings: readonly Finding[]): Record<string, Record<string, string[]>> {
  const checks: Record<string, Record<string, string[]>> = {};
  for (const { check, status, resource } of findings) {
    const names = ((checks[check.ruleId] ??= {})[status] ??= []);
    if (resource) names.push(resource.name ?? resource.id);
    names.sort();
  }
  return checks;
}
