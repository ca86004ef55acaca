import type { Collected } from '../../src/connectors/connector.js';
import type { Finding } from '../../src/connectors/finding.js';
import { DemoConnector } from '../../src/connectors/demo/demo.connector.js';
import { systemClock, type Clock } from '../../src/platform/clock.js';
import { GuardedNetwork } from '../../src/platform/safe-fetch/guarded-network.js';
import { shippedContent } from '../catalogue/shipped.js';
import { shippedEngine } from './engine.js';
import { IntegrationEvaluator, type EvaluationGap } from '../../src/modules/scans/integration-evaluator.js';

/** Every check of the catalogue. */
export const CHECKS = shippedContent().checkFiles.flatMap(({ checks }) => checks);
const ENGINE = shippedEngine();
const NETWORK = new GuardedNetwork({ allowsPrivate: false });
const CLOCK: Clock = { ...systemClock, sleep: () => Promise.resolve() };

export interface Circumstances {
  scansBefore?: number;
  clock?: Clock;
  signal?: AbortSignal;
}

/** Context of a collection from the demo company. */
export function contextOf({ scansBefore = 0, clock = CLOCK, signal = new AbortController().signal }: Circumstances) {
  return { config: {}, scansBefore, clock, signal, network: NETWORK, openImport: () => Promise.resolve(null) };
}

/** Findings of every check on the demo company, and the gaps. */
export async function evaluatedDemo(scansBefore: number): Promise<{ findings: Finding[]; gaps: EvaluationGap[] }> {
  const evaluator = new IntegrationEvaluator(ENGINE);
  const findings: Finding[] = [];
  for await (const step of new DemoConnector().collect(contextOf({ scansBefore }))) {
    findings.push(...findingsOf(evaluator, step));
  }
  return { findings: [...findings, ...evaluator.outOfScope()], gaps: evaluator.gaps() };
}

function findingsOf(evaluator: IntegrationEvaluator, step: Collected): Finding[] {
  if (step.kind === 'read') evaluator.read(step.resourceTypes);
  return step.kind === 'resource' ? evaluator.evaluate(step.resource, '2026-03-04T05:06:07.890Z') : [];
}
