import type { Collected, Connector } from '../../../src/connectors/connector.js';
import type { Gap, Resource } from '../../../src/connectors/resource.js';
import { shippedEngine } from '../engine.js';
import { shippedContent } from '../../catalogue/shipped.js';
import { shapeProblems } from '../../../src/modules/catalogue/resource-shapes.js';
import { IntegrationEvaluator } from '../../../src/modules/scans/integration-evaluator.js';
import type { Clock } from '../../../src/platform/clock.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { problemsOf } from '../../../src/connectors/probe.js';

export const NOW = new Date('2026-03-04T05:06:07.000Z');

/** A clock that stands still and does not wait; it records the waits. */
export class FrozenClock implements Clock {
  readonly sleptMs: number[] = [];

  constructor(private readonly at = NOW) {}

  now(): Date {
    return this.at;
  }

  sleep(ms: number): Promise<void> {
    this.sleptMs.push(ms);
    return Promise.resolve();
  }
}

export interface Run {
  config: Record<string, unknown>;
  clock?: Clock;
  signal?: AbortSignal;
}

/** A context whose network reaches this machine. The caller closes it. */
function contextOf({ config, clock = new FrozenClock(), signal = new AbortController().signal }: Run) {
  return {
    config,
    clock,
    signal,
    scansBefore: 0,
    hasImport: false,
    network: new GuardedNetwork({ allowsPrivate: true }),
    openImport: () => Promise.resolve(null),
  };
}

/** All steps of a collection. */
export async function collect(connector: Connector, run: Run): Promise<Collected[]> {
  const ctx = contextOf(run);
  const steps: Collected[] = [];
  try {
    for await (const step of connector.collect(ctx)) steps.push(step);
    return steps;
  } finally {
    await ctx.network.close();
  }
}

export async function probe(connector: Connector, run: Run): Promise<string[]> {
  const ctx = contextOf(run);
  try {
    return await problemsOf(connector, ctx);
  } finally {
    await ctx.network.close();
  }
}

export function resourcesOf(steps: Collected[]): Resource[] {
  return steps.flatMap((step) => (step.kind === 'resource' ? [step.resource] : []));
}

export function gapsOf(steps: Collected[]): Gap[] {
  return steps.flatMap((step) => (step.kind === 'gap' ? [step.gap] : []));
}

const CONTENT = shippedContent();
const CHECKS = CONTENT.checkFiles.flatMap(({ checks }) => checks);
const SHAPES = new Map(CONTENT.resourceFiles.flatMap(({ resources }) => resources.map((shape) => [shape.type, shape])));

/** Deviations of resources from their documented types. */
export function formProblems(resources: Resource[]): string[] {
  return resources.flatMap(({ type, id, properties }) => {
    const shape = SHAPES.get(type);
    return shape ? shapeProblems(shape, properties).map((problem) => `${id} ${problem}`) : [`${type} has no shape`];
  });
}

export type Verdict = 'pass' | 'fail' | 'withheld' | 'nothing in scope' | 'has not looked';

/**
 * Verdicts of the checks of a provider after a collection, as in a scan: failures always count; the pass of a check with a gap is
 * withheld.
 */
export function verdictsOf(provider: string, steps: Collected[]): Record<string, Verdict> {
  const checks = CHECKS.filter(({ id }) => id.startsWith(`${provider}.`));
  const evaluator = new IntegrationEvaluator(shippedEngine());
  const findings = steps.flatMap((step) => {
    if (step.kind === 'gap') evaluator.missed(step.gap);
    if (step.kind === 'read') evaluator.read(step.resourceTypes);
    return step.kind === 'resource' ? evaluator.evaluate(step.resource, NOW.toISOString()) : [];
  });
  const partial = new Set([...evaluator.withheld().keys()]);
  const outOfScope = new Set(evaluator.outOfScope().map(({ check }) => check.ruleId));
  return Object.fromEntries(
    checks.map(({ id }): [string, Verdict] => {
      const statuses = findings.filter(({ check }) => check.ruleId === id).map(({ status }) => status);
      if (statuses.includes('fail')) return [id, 'fail'];
      if (partial.has(id)) return [id, 'withheld'];
      if (statuses.includes('pass')) return [id, 'pass'];
      return [id, outOfScope.has(id) ? 'nothing in scope' : 'has not looked'];
    }),
  );
}
