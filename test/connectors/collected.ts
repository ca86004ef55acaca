import type { Collected } from '../../src/connectors/connector.js';
import type { Resource } from '../../src/connectors/resource.js';
import type { Clock } from '../../src/platform/clock.js';
import { IntegrationEvaluator } from '../../src/modules/scans/integration-evaluator.js';
import { shippedEngine } from './engine.js';

const ENGINE = shippedEngine();

export async function allSteps(steps: AsyncIterable<Collected>): Promise<Collected[]> {
  const all: Collected[] = [];
  for await (const step of steps) all.push(step);
  return all;
}

export function resourcesOf(steps: Collected[]): Resource[] {
  return steps.flatMap((step) => (step.kind === 'resource' ? [step.resource] : []));
}

export function gapsOf(steps: Collected[]): string[] {
  return steps.flatMap((step) => (step.kind === 'gap' ? [step.gap.reason] : []));
}

/** Check id → name of the resource → verdict. */
export function verdictsOf(steps: Collected[]): Record<string, Record<string, string>> {
  const verdicts: Record<string, Record<string, string>> = {};
  for (const resource of resourcesOf(steps)) {
    for (const { check, status } of ENGINE.evaluate(resource, '2026-03-04T12:00:00Z').findings) {
      (verdicts[check.ruleId] ??= {})[resource.name] = status;
    }
  }
  return verdicts;
}

/** Evaluator of a collection, as in a scan. */
export function evaluatorOf(steps: Collected[]): IntegrationEvaluator {
  const evaluator = new IntegrationEvaluator(ENGINE);
  for (const step of steps) {
    if (step.kind === 'resource') evaluator.evaluate(step.resource, '2026-03-04T12:00:00Z');
    if (step.kind === 'gap') evaluator.missed(step.gap);
    if (step.kind === 'read') evaluator.read(step.resourceTypes);
  }
  return evaluator;
}

/** A clock that stands still and does not wait; it records the waits. */
export class QuickClock implements Clock {
  readonly waitsMs: number[] = [];
  constructor(private readonly moment: Date) {}
  now(): Date {
    return this.moment;
  }
  sleep(ms: number): Promise<void> {
    this.waitsMs.push(ms);
    return Promise.resolve();
  }
}
