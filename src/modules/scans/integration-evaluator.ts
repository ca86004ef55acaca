import type { Finding } from '../../connectors/finding.js';
import type { Gap, Resource } from '../../connectors/resource.js';
import { nothingInScope, type CheckEngine, type Judged, type RunnableCheck } from '../checks/check-engine.js';
import { Batch, type OwnChecks } from '../custom-checks/custom-checks.js';

/** What a scan has no verdict on. */
export interface EvaluationGap extends Gap {
  /** The check that could not judge what was read; null where it could not be read. */
  checkId: string | null;
}

/** When, and until what: RFC 3339 UTC. */
export interface EvaluationMoment {
  detectedAt: string;
  signal?: AbortSignal;
}

/** Lets the checks judge the resources of one integration, and remembers what could not be looked at. */
export class IntegrationEvaluator {
  private readonly missing: Gap[] = [];
  private readonly judgedChecks = new Set<string>();
  /** Check id → how many resources it could not judge, and why the first. */
  private readonly errors = new Map<string, { resourceType: string; count: number; message: string }>();

  private readonly readTypes = new Set<string>();
  private readonly metTypes = new Set<string>();
  /** What the tenant's own checks are yet to judge. */
  private readonly batch = new Batch();

  /** @param own the tenant's own checks, or null where it has none */
  constructor(
    private readonly engine: CheckEngine,
    private readonly own: OwnChecks | null = null,
  ) {}

  /** What our checks say of a resource. */
  judge(resource: Resource, detectedAt: string): Finding[] {
    this.metTypes.add(resource.type);
    return this.note(resource, this.engine.judge(resource, detectedAt));
  }

  /** What the tenant's own checks say, some hundred resources at a time: often nothing yet. Finish with `rest`. */
  async judgeOwn(resource: Resource, at: EvaluationMoment): Promise<Finding[]> {
    if (!this.own || this.own.checksOf(resource.type).length === 0) return [];
    return this.batch.add(resource) ? this.rest(at) : [];
  }

  /** What the tenant's own checks say of the resources that they have not judged yet. */
  async rest(at: EvaluationMoment): Promise<Finding[]> {
    const resources = this.batch.take();
    if (!this.own || resources.length === 0) return [];
    const judged = await this.own.judge(resources, at);
    return judged.flatMap((each) => this.note(each.resource, each.judged));
  }

  /** Takes what was read to its end, but for the gaps. */
  read(resourceTypes: readonly string[]): void {
    for (const type of resourceTypes) this.readTypes.add(type);
  }

  missed(gap: Gap): void {
    this.missing.push(gap);
  }

  /** One finding for every check that looked, everywhere, and had nothing in its scope. */
  outOfScope(): Finding[] {
    const partial = new Set(this.partialChecks());
    return [...this.readTypes]
      .flatMap((type) => this.checksOf(type))
      .filter(({ id }) => !this.judgedChecks.has(id) && !partial.has(id))
      .map(nothingInScope);
  }

  /** Checks that have not seen all that they should: what they pass counts for nothing. Ids, each once. */
  partialChecks(): string[] {
    const types = new Set(this.missing.flatMap(({ resourceTypes }) => resourceTypes));
    const unread = [...types].flatMap((type) => this.checksOf(type).map(({ id }) => id));
    const stopped = this.own?.stopped().map(({ check }) => check.id) ?? [];
    return [...new Set([...unread, ...this.errors.keys(), ...stopped])];
  }

  /** Types that were read to their end, but for the gaps. */
  readResourceTypes(): string[] {
    return [...this.readTypes];
  }

  /** What could not be read, in the order in which it was told, then what could not be judged. */
  gaps(): EvaluationGap[] {
    const unjudged = [...this.errors].map(([checkId, { resourceType, count, message }]) =>
      gapOf(
        checkId,
        resourceType,
        `The check ${checkId} could not judge ${String(count)} ${count === 1 ? 'resource' : 'resources'}: ${message}`,
      ),
    );
    const stopped = (this.own?.stopped() ?? [])
      .filter(({ check: { resourceType } }) => this.metTypes.has(resourceType) || this.readTypes.has(resourceType))
      .map(({ check, reason }) =>
        gapOf(check.id, check.resourceType, `The check ${check.id} was stopped: it ${reason}.`),
      );
    return [...this.missing.map((gap) => ({ checkId: null, ...gap })), ...unjudged, ...stopped];
  }

  private checksOf(resourceType: string): RunnableCheck[] {
    return [...this.engine.checksOf(resourceType), ...(this.own?.checksOf(resourceType) ?? [])];
  }

  private note(resource: Resource, { findings, errors }: Judged): Finding[] {
    for (const { check } of findings) this.judgedChecks.add(check.ruleId);
    for (const { checkId, message } of errors) {
      const known = this.errors.get(checkId);
      this.errors.set(checkId, {
        resourceType: resource.type,
        count: (known?.count ?? 0) + 1,
        message: known?.message ?? message,
      });
    }
    return findings;
  }
}

function gapOf(checkId: string, resourceType: string, reason: string): EvaluationGap {
  return { checkId, resourceTypes: [resourceType], region: null, account: null, reason };
}
