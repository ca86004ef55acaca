import type { Collected } from '../../../src/connectors/connector.js';
import type { Resource } from '../../../src/connectors/resource.js';
import { CheckEngine, type CheckResults } from '../../../src/modules/checks/check-engine.js';
import { FindingAggregate, type ControlResult } from '../../../src/modules/scans/finding-aggregate.rules.js';
import type { CheckReach } from '../../../src/modules/integrations/reach.rules.js';
import type { ElementResult } from '../../../src/modules/scans/element-result.rules.js';
import { IntegrationEvaluator, type EvaluationGap } from '../../../src/modules/scans/integration-evaluator.js';
import { catalogueOf } from '../../catalogue/shipped.js';
import { shippedEngine } from '../engine.js';

const CATALOGUE = catalogueOf();
const INTEGRATION = 'integration-1';
const AT = '2026-03-04T12:00:00Z';

/** The shipped checks; a resource that several collections share is evaluated once. */
class RememberingEngine extends CheckEngine {
  private readonly engine = shippedEngine();
  private readonly known = new Map<string, CheckResults>();
  private readonly same = new WeakMap<Resource, CheckResults>();

  constructor() {
    super([]);
  }

  override checksOf(resourceType: string) {
    return this.engine.checksOf(resourceType);
  }

  override populationsOf(resourceType: string) {
    return this.engine.populationsOf(resourceType);
  }

  override hasPopulation(checkId: string) {
    return this.engine.hasPopulation(checkId);
  }

  override evaluate(resource: Resource, detectedAt: string): CheckResults {
    const same = this.same.get(resource);
    if (same) return same;
    const key = JSON.stringify(resource);
    const results = this.known.get(key) ?? this.engine.evaluate(resource, detectedAt);
    this.known.set(key, results);
    this.same.set(resource, results);
    return results;
  }
}

const ENGINE = new RememberingEngine();

/** What a scan says of what was collected. */
export interface Judgement {
  /** Verdict by check, account and resource. */
  verdicts: Map<string, { checkId: string; status: string }>;
  /** Why a check could not look, by its id. */
  withheld: ReadonlyMap<string, string>;
  gaps: EvaluationGap[];
  /** What its checks could look at. */
  reach: CheckReach;
  /** Vote by universal control and element. */
  votes: Map<string, ElementResult>;
  /** By framework and control. */
  results: Map<string, ControlResult>;
}

/** Evaluates and aggregates as a scan does, over the controls of all frameworks. */
export function judge(steps: readonly Collected[]): Judgement {
  const evaluator = new IntegrationEvaluator(ENGINE);
  const aggregate = new FindingAggregate(CATALOGUE, CATALOGUE.controls);
  const findings = steps.flatMap((step) => {
    if (step.kind === 'gap') evaluator.missed(step.gap);
    if (step.kind === 'read') evaluator.read(step.resourceTypes);
    if (step.kind === 'finding') return [step.finding];
    return step.kind === 'resource' ? evaluator.evaluate(step.resource, AT) : [];
  });
  findings.push(...evaluator.outOfScope());
  for (const finding of findings) aggregate.add(INTEGRATION, finding);
  const withheld = evaluator.withheld();
  for (const [checkId, reason] of withheld) aggregate.withhold(INTEGRATION, checkId, reason);
  return {
    verdicts: new Map(
      findings.map(({ check: { ruleId: checkId }, resource, status }) => [
        JSON.stringify([checkId, resource?.account, resource?.type, resource?.id]),
        { checkId, status },
      ]),
    ),
    withheld,
    gaps: evaluator.gaps(),
    reach: aggregate.reachOf(INTEGRATION),
    votes: new Map(
      aggregate
        .votes(INTEGRATION)
        .map(({ universalControl, element, result }) => [`${universalControl.code}.${String(element)}`, result]),
    ),
    results: new Map(
      aggregate.results().map((result) => [`${result.control.framework.slug} ${result.control.controlId}`, result]),
    ),
  };
}

/**
 * What a refusal changed that it must not, each as a sentence; empty for none. The order is: what is known may become unknown, and
 * nothing else may change.
 * - A verdict on a resource stays, or is gone together with its check, which is withheld.
 * - A vote on an element stays, or is held: `fail` and `pass` never turn into each other, nor into no vote.
 * - The result of a control stays, or it is `not_applicable` and names the checks that could not look.
 */
export function liftsOf(before: Judgement, after: Judgement): string[] {
  return [...changedVerdicts(before, after), ...changedVotes(before, after), ...changedResults(before, after)];
}

function changedVerdicts(before: Judgement, after: Judgement): string[] {
  const gone = [...before.verdicts]
    .filter(([key, { checkId }]) => !after.verdicts.has(key) && !after.withheld.has(checkId))
    .map(([key, { status }]) => `${key}: the verdict ${status} is gone, and the check is not withheld`);
  const others = [...after.verdicts]
    .filter(([key, { status }]) => before.verdicts.get(key)?.status !== status)
    .map(([key, { status }]) => `${key}: ${before.verdicts.get(key)?.status ?? 'no verdict'} became ${status}`);
  return [...gone, ...others];
}

function changedVotes(before: Judgement, after: Judgement): string[] {
  return [...new Set([...before.votes.keys(), ...after.votes.keys()])].flatMap((element) => {
    const [was, is] = [before.votes.get(element) ?? 'none', after.votes.get(element) ?? 'none'];
    return is === was || is === 'held' ? [] : [`the vote on ${element}: ${was} became ${is}`];
  });
}

function changedResults(before: Judgement, after: Judgement): string[] {
  return [...after.results].flatMap(([name, { status, withheld }]) => {
    const was = before.results.get(name)?.status ?? 'none';
    if (status === was || (status === 'not_applicable' && withheld.length > 0)) return [];
    return [`${name}: ${was} became ${status}`];
  });
}
