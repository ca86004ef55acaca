import type { Finding } from '../../connectors/finding.js';
import type { Gap, Resource } from '../../connectors/resource.js';
import { nothingInScope, type CheckEngine, type CheckResults, type RunnableCheck } from '../checks/check-engine.js';
import { Batch, type CustomChecks } from '../custom-checks/custom-checks.js';

/** Gaps of the same types and properties that are listed: to what they withhold, one is enough. Our choice. */
const MISSED_MAX = 200;
const MORE_MISSED = 'There are more gaps of this kind than are listed.';

/** A part of an integration that was not evaluated. */
export interface EvaluationGap extends Gap {
  /** The check that failed on what was read; null where it could not be read. */
  checkId: string | null;
}

interface EvaluationError {
  resourceType: string;
  count: number;
  message: string;
  /** Unknown properties that the check reads. */
  unread: ReadonlySet<string>;
}

/** Time of an evaluation, RFC 3339 UTC, and the signal that interrupts it. */
export interface EvaluationMoment {
  detectedAt: string;
  signal?: AbortSignal;
}

/** Evaluates the resources of one integration by the checks, and records what could not be read or evaluated. */
export class IntegrationEvaluator {
  /** Number of gaps of the same types and properties. */
  private readonly missedOf = new Map<string, number>();
  private readonly missing: Gap[] = [];
  private readonly evaluatedChecks = new Set<string>();
  /** By check id: why its resources are not all, or null where something showed that they are. */
  private readonly populations = new Map<string, string | null>();
  /** By check id: the number of resources on which it failed, and the first error. */
  private readonly errors = new Map<string, EvaluationError>();

  private readonly readTypes = new Set<string>();
  private readonly metTypes = new Set<string>();
  /** Resources that the custom checks have not evaluated yet. */
  private readonly batch = new Batch();

  /** @param custom the tenant's custom checks, or null where it has none */
  constructor(
    private readonly engine: CheckEngine,
    private readonly custom: CustomChecks | null = null,
  ) {}

  /** Findings of the checks of the catalogue on a resource. */
  evaluate(resource: Resource, detectedAt: string): Finding[] {
    this.metTypes.add(resource.type);
    return this.note(resource, this.engine.evaluate(resource, detectedAt));
  }

  /** Findings of the custom checks, some hundred resources at a time: often none yet. Finish with `evaluateRest`. */
  async evaluateCustom(resource: Resource, at: EvaluationMoment): Promise<Finding[]> {
    if (!this.custom || this.custom.checksOf(resource.type).length === 0) return [];
    return this.batch.add(resource) ? this.evaluateRest(at) : [];
  }

  /** Findings of the custom checks on the resources that they have not evaluated yet. */
  async evaluateRest(at: EvaluationMoment): Promise<Finding[]> {
    const resources = this.batch.take();
    if (!this.custom || resources.length === 0) return [];
    const evaluated = await this.custom.evaluate(resources, at);
    return evaluated.flatMap((each) => this.note(each.resource, each.results));
  }

  /** Records resource types that were read to their end, but for the gaps. */
  read(resourceTypes: readonly string[]): void {
    for (const type of resourceTypes) this.readTypes.add(type);
  }

  /** Records a part that could not be read. */
  missed(gap: Gap): void {
    const kind = JSON.stringify([gap.resourceTypes, gap.properties]);
    const count = (this.missedOf.get(kind) ?? 0) + 1;
    this.missedOf.set(kind, count);
    if (count < MISSED_MAX) this.missing.push(gap);
    if (count === MISSED_MAX) this.missing.push({ ...gap, region: null, account: null, reason: MORE_MISSED });
  }

  /** One finding for every check that ran on everything and had no resource in its scope. */
  outOfScope(): Finding[] {
    const withheld = this.withheld();
    return [...this.readTypes]
      .flatMap((type) => this.checksOf(type))
      .filter(({ id }) => !this.evaluatedChecks.has(id) && !withheld.has(id))
      .map(nothingInScope);
  }

  /** The checks that did not see all of their resources, by id, each with the first reason: they show nothing. */
  withheld(): ReadonlyMap<string, string> {
    // Where only properties are missing, the checks that need them have failed on the resource.
    const whole = this.missing.filter(({ properties }) => properties === undefined);
    const unread = whole.flatMap(({ resourceTypes, reason }) =>
      resourceTypes
        .flatMap((type) => [...this.checksOf(type), ...this.engine.populationsOf(type)])
        .map(({ id }) => [id, reason] as const),
    );
    const partial = [...this.populations].flatMap(([id, reason]) => (reason === null ? [] : [[id, reason] as const]));
    const unknown = [...this.evaluatedChecks]
      .filter((id) => this.engine.hasPopulation(id) && !this.populations.has(id))
      .map((id) => [id, 'It is not known whether its resources are all.'] as const);
    const failed = [...this.errors].map(([id, error]) => [id, this.reasonOf(error)] as const);
    const stopped = this.custom?.stopped().map(({ check, reason }) => [check.id, `it ${reason}`] as const) ?? [];
    return new Map([...unread, ...failed, ...stopped, ...partial, ...unknown].reverse());
  }

  /** Ids of the checks of which something showed that their resources are not all. */
  notWhole(): string[] {
    return [...this.populations].flatMap(([id, partial]) => (partial === null ? [] : [id]));
  }

  /** Resource types that were read to their end, but for the gaps. */
  readResourceTypes(): string[] {
    return [...this.readTypes];
  }

  /** Parts that could not be read, in their order, then those that could not be evaluated. */
  gaps(): EvaluationGap[] {
    const unevaluated = [...this.errors].map(([checkId, error]) =>
      gapOf(
        checkId,
        error.resourceType,
        `The check ${checkId} could not evaluate ${String(error.count)} ${error.count === 1 ? 'resource' : 'resources'}: ${this.reasonOf(error)}`,
      ),
    );
    const stopped = (this.custom?.stopped() ?? [])
      .filter(({ check: { resourceType } }) => this.metTypes.has(resourceType) || this.readTypes.has(resourceType))
      .map(({ check, reason }) =>
        gapOf(check.id, check.resourceType, `The check ${check.id} was stopped: it ${reason}.`),
      );
    return [...this.missing.map((gap) => ({ checkId: null, ...gap })), ...unevaluated, ...stopped];
  }

  /** Why a check failed: what was refused, where that explains what it lacks. */
  private reasonOf({ resourceType, unread, message }: EvaluationError): string {
    const reasons = this.missing
      .filter(({ resourceTypes }) => resourceTypes.includes(resourceType))
      .filter(({ properties }) => properties?.some((property) => unread.has(property)) ?? false)
      .map(({ reason }) => reason);
    return reasons.length === 0 ? message : [...new Set(reasons)].join(' ');
  }

  private checksOf(resourceType: string): RunnableCheck[] {
    return [...this.engine.checksOf(resourceType), ...(this.custom?.checksOf(resourceType) ?? [])];
  }

  private note(resource: Resource, { findings, errors, populations = [] }: CheckResults): Finding[] {
    for (const { checkId, partial } of populations) {
      this.populations.set(checkId, this.populations.get(checkId) ?? partial);
    }
    for (const { check } of findings) this.evaluatedChecks.add(check.ruleId);
    for (const { checkId, message, unread = [] } of errors) {
      const known = this.errors.get(checkId);
      this.errors.set(checkId, {
        resourceType: resource.type,
        count: (known?.count ?? 0) + 1,
        message: known?.message ?? message,
        unread: new Set([...(known?.unread ?? []), ...unread]),
      });
    }
    return findings;
  }
}

function gapOf(checkId: string, resourceType: string, reason: string): EvaluationGap {
  return { checkId, resourceTypes: [resourceType], region: null, account: null, reason };
}
